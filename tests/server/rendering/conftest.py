"""Fixtures: a pool of fake workers, on uvloop and on the event loop of Python."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from server.rendering.pool import RenderPool
from tests.server.rendering.worker_commands import FAKE_WORKER, until
from tests.variants import is_full


class StartPool(Protocol):
    """Function that starts a render pool and waits until its workers are ready."""

    async def __call__(
        self, workers: int = 1, bundle: Path = FAKE_WORKER, **options: Any
    ) -> RenderPool: ...


LOOPS = {
    "uvloop": ("asyncio", {"use_uvloop": True}),
    "asyncio": ("asyncio", {"use_uvloop": False}),
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs each test on uvloop, which serves the site; with `--full` also on asyncio's loop."""
    if "anyio_backend" in metafunc.fixturenames:
        loops = list(LOOPS) if is_full(metafunc.config) else ["uvloop"]
        metafunc.parametrize("anyio_backend", loops, indirect=True)


@pytest.fixture
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, bool]]:
    """Returns the event loop of a test."""
    return LOOPS[request.param]


@pytest.fixture
async def start_pool() -> AsyncIterator[StartPool]:
    """Yields a function that starts pools with every worker ready; stops them after the test.

    Their render deadline is 20 s by default, so that other tests pass on a busy machine.
    """
    pools: list[RenderPool] = []

    async def start(workers: int = 1, bundle: Path = FAKE_WORKER, **options: Any) -> RenderPool:
        pool = RenderPool(bundle, workers, **{"deadline_s": 20.0, **options})
        pools.append(pool)
        await pool.start()
        if bundle == FAKE_WORKER:
            await until(lambda: pool.snapshot().ready == workers)
        return pool

    yield start
    for pool in pools:
        await pool.stop()
