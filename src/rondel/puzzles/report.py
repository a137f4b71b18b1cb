"""Reports of deep checks: a line of JSON per puzzle, appended as soon as it is done."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from rondel.core import RondelError
from rondel.match.files import read_text, write_text, writing
from rondel.puzzles.deep import DeepResult, DeepSettings, check_deeply
from rondel.puzzles.parallel import in_parallel
from rondel.puzzles.puzzle import Puzzle


class OtherReport(RondelError):
    """Error for a file that is no report, or a report with other settings."""

    code = "other-settings"

    def __init__(self, file: Path):
        super().__init__(f"{file} was begun with other settings", file=str(file))


def read_report(file: Path, settings: DeepSettings | None = None) -> dict[str, DeepResult]:
    """Return the results in a report by puzzle; an incomplete last line is dropped.

    Raises:
        UnreadableFile: The file cannot be read.
        OtherReport: The report has other settings.

    """
    first, *lines = read_text(file).rpartition("\n")[0].split("\n")
    try:
        written = msgspec.json.decode(first, type=DeepSettings)
        results = [msgspec.json.decode(line, type=DeepResult) for line in lines]
    except (msgspec.DecodeError, RecursionError):
        raise OtherReport(file) from None
    if settings not in (None, written):
        raise OtherReport(file)
    return {result.id: result for result in results}


def check_all(
    puzzles: Sequence[Puzzle],
    settings: DeepSettings,
    report: Path,
    processes: int = 1,
    seconds: float | None = None,
) -> Iterator[DeepResult]:
    """Check puzzles deeply, write each result to the report at once, and yield it.

    Results that the report already contains are yielded first, and not computed again.

    Args:
        puzzles: Puzzles to check.
        settings: Depth of the check.
        report: File of the report.
        processes: Number of processes.
        seconds: Time limit; unfinished puzzles are left out.

    Raises:
        OtherReport: The report has other settings.
        UnwritableFile: The report may not be written.

    """
    known: dict[str, DeepResult] = {}
    if report.exists():
        known = read_report(report, settings)
    lines = [msgspec.json.encode(each).decode() for each in (settings, *known.values())]
    write_text(report, "\n".join(lines) + "\n")
    yield from (known[puzzle.id] for puzzle in puzzles if puzzle.id in known)
    tasks = [(puzzle, settings) for puzzle in puzzles if puzzle.id not in known]
    with writing(report), report.open("ab") as opened:
        for result in in_parallel(_check, tasks, processes, seconds):
            opened.write(msgspec.json.encode(result) + b"\n")
            opened.flush()
            yield result


def _check(task: tuple[Puzzle, DeepSettings]) -> DeepResult:
    return check_deeply(*task)
