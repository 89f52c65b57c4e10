"""Errors of the commands: invalid arguments and settings fail with a short message."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.__main__ import commands
from server.commands.arguments import MODERATION_ACTIONS, SUMMARIES, message_of_refused_undo
from server.commands.moderate import COMMANDS
from server.settings import PROJECT
from tests.server.commands.command_forks import run_forked

COMMAND = [sys.executable, "-m", "server"]


@pytest.fixture
def port() -> int:
    """Returns a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    return free


def run(*words: str | bytes, here: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs the command with these arguments and settings in a fork of a loaded process."""
    return run_forked(*words, settings={"DATA_DIR": str(here), "PORT": "1", **settings})


@pytest.mark.parametrize("command", ["backup", "export"])
def test_backup_and_export_fail_without_a_database(tmp_path: Path, command: str) -> None:
    file = tmp_path / "site.zip"

    ran = run(command, str(file), here=tmp_path / "mistyped")

    assert ran.returncode == 1
    assert ran.stderr.startswith(f"chanoki {command} failed: ")
    assert "check DATA_DIR" in ran.stderr
    assert not file.exists()


@pytest.mark.parametrize(
    "words",
    [
        ("moderate", "suspend", b"\xff", "--reason", "why"),
        ("moderate", "reinstate", "", "--reason", "why"),
        ("moderate", "log", "--member", b"\xff"),
        ("moderate", "remove-post", "9" * 5000, "--reason", "why"),
        ("seed", "--posts", "-5"),
        ("seed", "--posts", "many"),
    ],
)
def test_invalid_argument_is_named_in_the_error(tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = run(*words, here=tmp_path)

    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert " is no " in ran.stderr


def test_backup_to_an_overlong_file_name_fails_with_one_line(tmp_path: Path) -> None:
    ran = run("backup", "x" * 300, here=tmp_path)

    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("command", ["serve", "migrate", "seed"])
def test_command_fails_with_one_line_when_the_data_folder_cannot_be_made(
    tmp_path: Path, command: str, port: int
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")

    ran = run(command, here=tmp_path / "file" / "data", PORT=str(port))

    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "check DATA_DIR" in ran.stderr


@pytest.mark.parametrize("host", ["not a host", "h" * 300, "192.0.2.1"])
def test_serve_fails_with_one_line_when_the_host_is_unusable(tmp_path: Path, host: str) -> None:
    ran = run("serve", here=tmp_path, HOST=host)

    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "check HOST" in ran.stderr


def test_serve_fails_with_one_line_when_the_metrics_port_is_taken(
    tmp_path: Path, port: int
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        metrics = str(taken.getsockname()[1])
        ran = run("serve", here=tmp_path, PORT=str(port), METRICS_PORT=metrics)

    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "whether METRICS_PORT is free" in ran.stderr


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Restores the default handler of SIGINT, which background processes ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.fault
def test_interrupted_command_exits_with_130_and_no_output(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://tea@127.0.0.1:{silent.getsockname()[1]}/tea"
        migrating = subprocess.Popen(
            [*COMMAND, "migrate"],
            cwd=PROJECT,
            env={"DATA_DIR": str(tmp_path), "DATABASE_URL": address},
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            # After its first bytes, the command waits for a silent database.
            while not (connection := silent.accept()[0]).recv(1):
                connection.close()
            migrating.send_signal(signal.SIGINT)
            _, errors = migrating.communicate(timeout=30)
            connection.close()
        finally:
            migrating.kill()

    assert (migrating.returncode, errors) == (130, "")


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("postDetail.removed", "the post of entry 3 is deleted."),
        ("postDetail.notFound", "there is no post of entry 3."),
        ("later.code", "the undo of entry 3 was refused (later.code)."),
    ],
)
def test_message_of_a_refused_undo_names_its_reason(code: str, message: str) -> None:
    assert message_of_refused_undo(3, code) == message


def test_every_command_and_action_that_is_parsed_is_run() -> None:
    assert set(SUMMARIES) == {"serve", "catalogue", *commands()}
    assert set(COMMANDS) == {"words", "cases", "log", *MODERATION_ACTIONS}
