"""python -m rondel.server: serve with settings from the environment."""

import sys

from rondel.server import serve, work
from rondel.server.settings import read_settings

if __name__ == "__main__":
    (work if sys.argv[1:] == ["worker"] else serve)(read_settings())
