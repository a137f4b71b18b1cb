"""python -m rondel: the command line."""

from rondel.cli import main

main()
