"""What a command can't do with what it was told, it says in one sentence, and fails."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.settings import PROJECT

COMMAND = [sys.executable, "-m", "server"]


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    return free


def run(*words: str | bytes, here: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words],
        cwd=PROJECT,
        env={"DATA_DIR": str(here), "PORT": "1", **settings},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("command", ["backup", "export"])
def test_a_place_without_a_site_is_never_called_saved(tmp_path: Path, command: str) -> None:
    file = tmp_path / "site.zip"

    ran = run(command, str(file), here=tmp_path / "mistyped")

    assert ran.returncode == 1
    assert ran.stderr.startswith(f"chanoki {command} failed: ")
    assert "look at DATA_DIR" in ran.stderr
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
def test_words_that_mean_nothing_are_repeated(tmp_path: Path, words: tuple[str, ...]) -> None:
    ran = run(*words, here=tmp_path)

    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert " is no " in ran.stderr


def test_a_name_that_no_file_can_have_is_told(tmp_path: Path) -> None:
    ran = run("backup", "x" * 300, here=tmp_path)

    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("command", ["serve", "migrate", "seed"])
def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path, command: str, port: int) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")

    ran = run(command, here=tmp_path / "file" / "data", PORT=str(port))

    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "look at DATA_DIR" in ran.stderr


@pytest.mark.parametrize("host", ["not a host", "h" * 300, "192.0.2.1"])
def test_a_host_at_which_nobody_can_listen_is_told(tmp_path: Path, host: str) -> None:
    ran = run("serve", here=tmp_path, HOST=host)

    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "look at HOST" in ran.stderr


def test_a_door_of_the_figures_that_is_taken_is_told(tmp_path: Path, port: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        metrics = str(taken.getsockname()[1])
        ran = run("serve", here=tmp_path, PORT=str(port), METRICS_PORT=metrics)

    assert (ran.returncode, ran.stderr.count("\n")) == (1, 1)
    assert "whether METRICS_PORT is free" in ran.stderr


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Who began the tests in the background may have told them, and what they begin, not to be."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@pytest.mark.usefixtures("interruptible")
def test_what_was_broken_off_is_not_called_done(tmp_path: Path) -> None:
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
            # Once it has asked, it waits for a database that says nothing.
            while not (connection := silent.accept()[0]).recv(1):
                connection.close()
            migrating.send_signal(signal.SIGINT)
            _, said = migrating.communicate(timeout=30)
            connection.close()
        finally:
            migrating.kill()

    assert (migrating.returncode, said) == (130, "")
