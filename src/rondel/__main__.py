"""Command line, started by `python -m rondel`."""

from rondel.cli import main

main()
