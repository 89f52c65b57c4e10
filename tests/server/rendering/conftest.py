"""A pool of fake workers, on the event loop of Python and on the one that serves the site."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from server.rendering.pool import RenderPool
from tests.server.rendering.orders import FAKE_WORKER, until


class StartPool(Protocol):
    async def __call__(
        self, workers: int = 1, bundle: Path = FAKE_WORKER, **options: Any
    ) -> RenderPool: ...


@pytest.fixture(
    params=[
        pytest.param(("asyncio", {"use_uvloop": False}), id="asyncio"),
        pytest.param(("asyncio", {"use_uvloop": True}), id="uvloop"),
    ]
)
def anyio_backend(request: pytest.FixtureRequest) -> tuple[str, dict[str, bool]]:
    backend: tuple[str, dict[str, bool]] = request.param
    return backend


@pytest.fixture
async def start_pool() -> AsyncIterator[StartPool]:
    """Starts pools with every worker ready, and stops them after the test.

    The deadline is far away, so that only the tests that are about it depend on the machine.
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
