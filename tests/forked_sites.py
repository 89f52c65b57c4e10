"""Sites forked from a process that has imported the host, because imports are most of a start."""

import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Protocol
from unittest.mock import patch

import psutil

from server.settings import Settings
from tests.running_site import ROOT, RunningSite, site_at, site_settings

FORKING = multiprocessing.get_context("forkserver")
# The modules that the host imports at its start, and those that it imports only later.
FORKING.set_forkserver_preload(
    [
        "server.commands.serve",
        "server.commands.migrate",
        "alembic.command",
        "mako.template",
        "anyio._backends._asyncio",
        "litestar.plugins.pydantic",
        "litestar.middleware._internal.exceptions.middleware",
    ]
)


# Longer than the window of every rate limit and the life of every cached page.
EXPIRY_S = 3 * 3600.0


class Seconds(Protocol):
    """Number in memory that two processes share."""

    value: float


class ForkedProcess:
    """Forked process of a site, with the methods of `subprocess.Popen` that `RunningSite` calls."""

    def __init__(self, settings: dict[str, str], log: Path) -> None:
        log.touch()
        self.clock_offset: Seconds = FORKING.Value("d", 0.0)
        self.forked = FORKING.Process(target=_serve, args=(settings, log, self.clock_offset))
        self.forked.start()
        assert self.forked.pid is not None
        self.pid = self.forked.pid

    @property
    def returncode(self) -> int | None:
        return self.forked.exitcode

    def poll(self) -> int | None:
        return self.forked.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self.forked.join(timeout)
        code = self.forked.exitcode
        assert code is not None, "the site did not end"
        return code

    def send_signal(self, signal: int, /) -> None:
        psutil.Process(self.pid).send_signal(signal)

    def kill(self) -> None:
        self.forked.kill()

    def forget(self) -> None:
        """Expires all counts of rate limits and all cached pages, by advancing their clock."""
        self.clock_offset.value += EXPIRY_S


@contextmanager
def forked_site(folder: Path, *, samples: bool = False, **more: str) -> Iterator[RunningSite]:
    """Starts a site as `running_site` does, in a fork instead of a new Python process."""
    settings = site_settings(folder, samples=samples, **more)
    with site_at(folder, settings, ForkedProcess(settings, folder / "site.log")) as site:
        yield site


def _serve(settings: dict[str, str], log: Path, clock_offset: Seconds) -> None:
    """Does what `python -m server serve` does, with a clock that tests can advance."""
    with log.open("wb") as output:
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
    os.chdir(ROOT)
    from server.commands.serve import serve  # noqa: PLC0415 (imported only in the forked process)
    from server.pages.cache.single_flight import SingleFlight  # noqa: PLC0415 (imported only in the forked process)
    from server.web.rate_limits.rates import MemoryRates  # noqa: PLC0415 (imported only in the forked process)

    def now() -> float:
        return monotonic() + clock_offset.value

    with (
        patch("server.parts.MemoryRates", partial(MemoryRates, now)),
        patch("server.app.SingleFlight", partial(SingleFlight, now=now)),
    ):
        sys.exit(serve(Settings.from_environment(settings)))
