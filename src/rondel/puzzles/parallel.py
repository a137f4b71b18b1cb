"""Work on several processes, with a time limit."""

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    processes: int,
    seconds: float | None = None,
) -> Iterator[Result]:
    """Yield the results of `work` as they are done, each from one of several processes.

    Items are taken one by one, so there may be any number of them. After so many `seconds`, work in
    progress is abandoned. Raises BrokenProcessPool when a process is killed.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    waiting = iter(items)
    running: set[Future[Result]] = set()
    before = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"))
    try:
        while True:
            while len(running) < processes and (item := next(waiting, None)) is not None:
                running.add(pool.submit(work, item))
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            done, running = wait(running, left, FIRST_COMPLETED)
            if not done:
                return
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in {*multiprocessing.active_children()} - before if running else ():
            process.terminate()
            process.join()
