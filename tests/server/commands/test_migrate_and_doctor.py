"""The commands `migrate` and `doctor`."""

import asyncio
import socket
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.commands.doctor import examine
from server.commands.migrate import bring_up_to_date
from server.errors import StartRefused
from server.setting_groups import SignInSettings
from server.settings import Settings
from tests.redis_server import RedisServer


@pytest.mark.anyio
async def test_doctor_accepts_a_database_after_migrate(
    settings: Settings, empty_database: AsyncEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    address = empty_database.url.render_as_string(hide_password=False)
    installed = replace(settings, database_url=address)

    assert await asyncio.to_thread(bring_up_to_date, installed) == 0
    await asyncio.to_thread(examine, installed)

    output = capsys.readouterr().out
    assert "ok   database: " in output
    assert "ok   migrations: revision" in output


def test_doctor_reports_each_failure_with_its_remedy(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = examine(replace(settings, build_dir=tmp_path / "nothing"))

    output = capsys.readouterr().out
    assert found == 1
    assert "ok   shared files" in output
    assert "FAIL build" in output
    assert "run `make build`" in output
    assert "FAIL migrations" in output
    assert "run `./chanoki migrate`" in output
    assert "FAIL render worker" in output
    assert "FAIL fonts" in output
    assert "ok   disk" in output
    assert "ok   sign-in: the development provider" in output


def test_doctor_reports_an_unreachable_identity_provider(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody = SignInSettings("id", "a-secret-of-the-client", "http://127.0.0.1:1")

    examine(replace(settings, sign_in=nobody))

    output = capsys.readouterr().out
    assert "FAIL sign-in: http://127.0.0.1:1 does not answer" in output
    assert "a-secret" not in output


def test_doctor_checks_the_rate_limit_store(
    settings: Settings, redis_server: RedisServer, capsys: pytest.CaptureFixture[str]
) -> None:
    examine(settings)
    examine(replace(settings, redis_url=redis_server.url))
    examine(replace(settings, redis_url="redis://:a-secret@127.0.0.1:1"))

    output = capsys.readouterr().out
    assert "ok   rate limits: counted by each host alone" in output
    assert "ok   rate limits: the rate store answers" in output
    assert "FAIL rate limits: the rate store does not answer (ConnectionError)" in output
    assert "a-secret" not in output


@pytest.mark.fault
def test_doctor_reports_a_silent_database(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql+asyncpg://tea@127.0.0.1:{silent.getsockname()[1]}/x"
        examine(replace(settings, database_url=address))

    output = capsys.readouterr().out
    assert "FAIL database: no answer. Check DATABASE_URL" in output
    assert "FAIL migrations: no answer. Check DATABASE_URL" in output


def test_migrate_reports_an_unreachable_database_without_its_password(settings: Settings) -> None:
    absent = "postgresql+asyncpg://tea:secret@127.0.0.1:1/x"

    with pytest.raises(StartRefused) as refused:
        bring_up_to_date(replace(settings, database_url=absent))

    assert "database can't be brought up to date" in str(refused.value)
    assert "secret" not in str(refused.value)
