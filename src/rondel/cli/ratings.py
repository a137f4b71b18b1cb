"""Command `rondel ratings`: recompute all ratings of a server."""

from rondel.cli.backup import Language, open_database
from rondel.cli.errors import report_errors
from rondel.cli.serve import Config, Database
from rondel.i18n import Translator


def ratings(database: Database = None, config: Config = None, language: Language = None) -> None:
    """Recompute all ratings from the results; servers may keep running."""
    with report_errors(language) as spoken:
        from rondel.server.people.ratings import recompute_ratings

        with open_database(database, config, is_there=True) as kept:
            matches = kept.write_now(recompute_ratings)
        print(Translator(spoken).text("cli-rated", matches=matches))
