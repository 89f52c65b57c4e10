"""The commands that prepare and examine an installation."""

import asyncio
import socket
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.commands.doctor import examine
from server.commands.migrate import bring_up_to_date
from server.errors import StartRefused
from server.settings import Settings, SignInSettings
from tests.redis_server import RedisServer


@pytest.mark.anyio
async def test_migrate_brings_a_database_up_to_date_and_the_doctor_sees_it(
    settings: Settings, empty_database: AsyncEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    address = empty_database.url.render_as_string(hide_password=False)
    installed = replace(settings, database_url=address)

    assert await asyncio.to_thread(bring_up_to_date, installed) == 0
    await asyncio.to_thread(examine, installed)

    told = capsys.readouterr().out
    assert "ok   database: " in told
    assert "ok   migrations: revision" in told


def test_the_doctor_says_what_is_wrong_and_what_to_do(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = examine(replace(settings, build_dir=tmp_path / "nothing"))

    told = capsys.readouterr().out
    assert found == 1
    assert "ok   shared files" in told
    assert "FAIL build" in told
    assert "run `make build`" in told
    assert "FAIL migrations" in told
    assert "run `./chanoki migrate`" in told
    assert "FAIL render worker" in told
    assert "FAIL fonts" in told
    assert "ok   disk" in told
    assert "ok   sign-in: the development provider" in told


def test_the_doctor_tells_of_a_provider_that_does_not_answer(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody = SignInSettings("id", "a-secret-of-the-client", "http://127.0.0.1:1")

    examine(replace(settings, sign_in=nobody))

    told = capsys.readouterr().out
    assert "FAIL sign-in: http://127.0.0.1:1 can't be asked" in told
    assert "a-secret" not in told


def test_the_doctor_asks_the_store_of_the_counters(
    settings: Settings, redis_server: RedisServer, capsys: pytest.CaptureFixture[str]
) -> None:
    examine(settings)
    examine(replace(settings, redis_url=redis_server.url))
    examine(replace(settings, redis_url="redis://:a-secret@127.0.0.1:1"))

    told = capsys.readouterr().out
    assert "ok   limits: each host counts for itself" in told
    assert "ok   limits: the store of the counters answers" in told
    assert "FAIL limits: the store of the counters can't be asked (ConnectionError)" in told
    assert "a-secret" not in told


@pytest.mark.fault
def test_a_database_that_says_nothing_is_told_in_words(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql+asyncpg://tea@127.0.0.1:{silent.getsockname()[1]}/x"
        examine(replace(settings, database_url=address))

    told = capsys.readouterr().out
    assert "FAIL database: no answer. Look at DATABASE_URL" in told
    assert "FAIL migrations: no answer. Look at DATABASE_URL" in told


def test_an_unreachable_database_is_told_in_words(settings: Settings) -> None:
    absent = "postgresql+asyncpg://tea:secret@127.0.0.1:1/x"

    with pytest.raises(StartRefused) as refused:
        bring_up_to_date(replace(settings, database_url=absent))

    assert "database can't be brought up to date" in str(refused.value)
    assert "secret" not in str(refused.value)
