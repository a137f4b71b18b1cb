"""python -m rondel.server: serve with settings from the environment."""

import sys

from rondel.core import RondelError
from rondel.server import serve, work
from rondel.server.settings import read_settings

if __name__ == "__main__":
    try:
        (work if sys.argv[1:] == ["worker"] else serve)(read_settings())
    except RondelError as error:
        print(f"rondel: {error} [{error.code}]", file=sys.stderr)
        sys.exit(2)
