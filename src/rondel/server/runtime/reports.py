"""Reports of this process to administrators, by way of the database."""

import asyncio
import os
import time
from contextlib import suppress
from functools import partial

import rondel
from rondel.server import metrics
from rondel.server.errors import Unavailable
from rondel.server.logs import RECENT
from rondel.server.protocol.admin import ProcessStatus
from rondel.server.runtime.readiness import commit
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage.rows import now
from rondel.server.storage.status import delete_report, write_report

REPORT_INTERVAL = 15.0
"""Seconds between reports."""
STOP_TIMEOUT = 1.0
"""Seconds that the last write of a process may take."""


def load_average() -> float:
    """Return the load average of this machine over a minute; 0 where there is none."""
    try:
        return os.getloadavg()[0]
    except (AttributeError, OSError):
        return 0.0


def answers() -> tuple[float, int]:
    """Return the numbers of HTTP answers since the start: all, and those of status 5xx."""
    samples = [sample for metric in metrics.REQUESTS.collect() for sample in metric.samples]
    counted = [sample for sample in samples if sample.name.endswith("_total")]
    failed = sum(sample.value for sample in counted if sample.labels["status"].startswith("5"))
    return sum(sample.value for sample in counted), int(failed)


class Reports:
    """Reports now and then how this process fares, until it ends."""

    def __init__(self, tables: TableRegistry, name: str, kind: str):
        self._tables = tables
        self._name = name
        self._kind = kind
        self._started = now()
        self._at = time.monotonic()
        self._cpu = time.process_time()
        self._requests = 0.0

    def report(self) -> ProcessStatus:
        """Return the state of this process, rates since the last call."""
        at, cpu, (requests, failures) = time.monotonic(), time.process_time(), answers()
        seconds = max(0.001, at - self._at)
        memory = metrics.REGISTRY.get_sample_value("process_resident_memory_bytes")
        status = ProcessStatus(
            self._name,
            self._kind,
            rondel.__version__,
            commit(),
            self._started,
            now(),
            int(memory or 0),
            round((cpu - self._cpu) / seconds, 3),
            round(load_average(), 2),
            os.cpu_count() or 1,
            len(self._tables),
            self._tables.hub.listeners,
            round((requests - self._requests) / seconds, 2),
            failures,
            RECENT.latest,
        )
        self._at, self._cpu, self._requests = at, cpu, requests
        return status

    async def run(self) -> None:
        """Report for ever; at the end take the report back."""
        database = self._tables.database
        try:
            while True:
                await database.write(partial(write_report, report=self.report()))
                await asyncio.sleep(REPORT_INTERVAL)
        except asyncio.CancelledError:
            with suppress(Unavailable, TimeoutError):
                async with asyncio.timeout(STOP_TIMEOUT):
                    await database.write(partial(delete_report, name=self._name))
            raise
