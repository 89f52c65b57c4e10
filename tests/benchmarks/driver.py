"""What the site adds to the database's driver, in processor time of this process."""

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from tests.benchmarks.duel import Sides, sides

DRIVER_ROUNDS, DRIVER_TIMES = 25, 40

Statement = tuple[str, Any]
Task = Callable[[], Awaitable[None]]


async def beside_driver(engine: AsyncEngine, statements: Sequence[Statement], whole: Task) -> Sides:
    """Microseconds of our processor time for a whole task, and for its statements alone."""
    async with engine.connect() as connection:
        run = _runner((await connection.get_raw_connection()).driver_connection)

        async def bare() -> None:
            for statement, values in statements:
                await run(statement, values)

        await _cpu_us(whole)
        await _cpu_us(bare)
        pairs = [(await _cpu_us(whole), await _cpu_us(bare)) for _ in range(DRIVER_ROUNDS)]
    return sides(pairs)


def _runner(connection: Any) -> Callable[[str, Any], Awaitable[object]]:
    """The drivers have no words in common."""
    if hasattr(connection, "fetch"):
        return lambda statement, values: connection.fetch(statement, *values)
    return connection.execute_fetchall  # type: ignore[no-any-return]


async def _cpu_us(task: Task) -> float:
    started = time.process_time()
    for _ in range(DRIVER_TIMES):
        await task()
    return (time.process_time() - started) / DRIVER_TIMES * 1_000_000
