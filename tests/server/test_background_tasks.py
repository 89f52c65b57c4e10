"""Background tasks of a host: which there are, when they start, and that requests need none."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

import pytest

from server.app import assemble, background_tasks
from server.database.engine import create_engine
from server.parts import make_parts
from server.settings import Settings
from tests.fake_build import FakePool
from tests.lifespan import running

pytestmark = pytest.mark.anyio

TASKS = [
    "session_cleanup",
    "live_sessions_poll",
    "periodic_cleanup",
    "letter_delivery",
    "deletion_sweep",
    "name_sweep",
    "text_sweep",
    "moderation_poll",
]


def test_site_has_all_background_tasks(settings: Settings) -> None:
    parts = make_parts(settings, create_engine(settings.database_url))

    tasks = background_tasks(parts)

    names = [task.func.__name__ for task in tasks if isinstance(task, partial)]
    assert names == TASKS


async def test_background_tasks_run_from_start_to_end_of_the_application(
    settings: Settings,
) -> None:
    steps: list[str] = []

    @asynccontextmanager
    async def task(name: str) -> AsyncIterator[None]:
        steps.append(f"{name} started")
        yield
        steps.append(f"{name} ended")

    engine = create_engine(settings.database_url)
    tasks = (partial(task, "first"), partial(task, "second"))
    parts = replace(make_parts(settings, engine), background_tasks=tasks)

    async with running(assemble(settings, parts, engine=engine, pool=FakePool())):
        steps.append("serving")

    assert steps == [
        "first started",
        "second started",
        "serving",
        "second ended",
        "first ended",
    ]
