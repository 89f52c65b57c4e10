"""Commands without a database: they fail and create none; a host starts with a warning."""

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from server.commands.backup import back_up, export
from server.commands.doctor import examine
from server.commands.moderate import moderate
from server.commands.serve import serve
from server.errors import StartRefused
from server.setting_groups import SignInSettings
from server.settings import Settings

Command = Callable[[Settings, Path], int]
# Credentials for an identity provider that does not answer.
SIGN_IN = SignInSettings("id", "secret", "http://127.0.0.1:1")
SUSPEND = {"action": "suspend", "id": "nobody", "days": 1, "by": "hana", "reason": "spam"}


def suspend_member(settings: Settings, _path: Path) -> int:
    return moderate(settings, Namespace(**SUSPEND))


def run_doctor(settings: Settings, _path: Path) -> int:
    return examine(settings)


@pytest.mark.parametrize("command", [back_up, export, suspend_member, run_doctor])
def test_command_in_a_wrong_folder_fails_and_creates_no_database(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: Command
) -> None:
    file = tmp_path / "mistyped" / "chanoki.sqlite3"
    address = f"sqlite+aiosqlite:///{file}"
    wrong = replace(settings, data_dir=file.parent, database_url=address, sign_in=SIGN_IN)

    try:
        found = command(wrong, tmp_path / "site.zip")
    except StartRefused as refused:
        found, message = 1, str(refused)
    else:
        message = "".join(capsys.readouterr())

    assert found == 1
    assert f"there is no database at {file}; check DATA_DIR" in message
    assert not file.exists()
    assert not (tmp_path / "site.zip").exists()


def test_start_without_a_database_is_logged_as_a_warning(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "postgresql+asyncpg://tea@127.0.0.1:1/x"
    away = replace(settings, environment="production", database_url=address)
    for step in ("configure_logs", "listen"):
        monkeypatch.setattr(f"server.commands.serve.{step}", lambda *_, **__: None)
    # The step after the check of the database ends the start.
    monkeypatch.setattr("server.commands.serve._use_batch_scheduling", lambda: 1 / 0)

    with pytest.raises(ZeroDivisionError), capture_logs() as logs:
        serve(away)

    assert [(log["log_level"], "database is away" in log["event"]) for log in logs] == [
        ("warning", True)
    ]
