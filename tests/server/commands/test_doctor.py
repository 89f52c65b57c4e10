"""Command `doctor`: findings on secrets, disk space, fonts and telemetry, without any secret."""

import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from server.__main__ import main
from server.commands.doctor import examine
from server.setting_groups import ObjectStoreSettings
from server.settings import MEGABYTE, Settings
from tests.server.test_settings import COMPLETE

STRONG = "Wq8zTn3LxRb7VyKd5HsGf2JmCp9AeUo4"
GIGABYTE = 1024 * MEGABYTE


class Usage(NamedTuple):
    """Disk usage in bytes."""

    total: int
    used: int
    free: int


def line_about(name: str, output: str) -> str:
    """Returns the line of the doctor's output about this check."""
    [line] = [line for line in output.splitlines() if line[7:].startswith(f"{name}:")]
    return line


@pytest.fixture
def production(settings: Settings) -> Settings:
    return replace(settings, environment="production", secret=STRONG)


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("DATABASE_URL", "postgresql://tea:kettle@127.0.0.1:1/x", "openssl rand -hex 24"),
        ("REDIS_URL", "redis://:kettle@127.0.0.1:1/0", "openssl rand -hex 24"),
        ("SECRET_KEY", "kettle" * 8, "openssl rand -base64 48"),
        ("S3_SECRET_ACCESS_KEY", "kettle", "openssl rand -hex 24"),
    ],
)
def test_doctor_refuses_a_weak_secret_in_production_with_advice(
    name: str,
    value: str,
    advice: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    store = {"S3_BUCKET": "tea", "S3_ACCESS_KEY_ID": "a", "S3_SECRET_ACCESS_KEY": STRONG}
    for key, text in {**COMPLETE, **store, name: value}.items():
        monkeypatch.setenv(key, text)
    monkeypatch.setattr(sys, "argv", ["chanoki", "doctor"])

    assert main() == 1

    captured = capsys.readouterr()
    assert name in captured.err
    assert advice in captured.err
    assert "kettle" not in captured.out + captured.err


def test_doctor_accepts_random_secrets(
    production: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    store = ObjectStoreSettings("b", "r", "http://127.0.0.1:1", "a", STRONG)
    address = f"postgresql+asyncpg://tea:{STRONG}@127.0.0.1:1/x"

    examine(replace(production, object_store=store, database_url=address))

    assert line_about("secrets", capsys.readouterr().out).startswith("  ok")


def test_doctor_accepts_and_mentions_a_weak_secret_in_development(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    examine(settings)

    line = line_about("secrets", capsys.readouterr().out)
    assert line.startswith("  ok")
    assert "SECRET_KEY" in line


@pytest.mark.parametrize(
    ("space", "finding"),
    [
        (Usage(100 * GIGABYTE, 96 * GIGABYTE, 4 * GIGABYTE), "FAIL"),
        (Usage(100 * GIGABYTE, 89 * GIGABYTE, 11 * GIGABYTE), "ok"),
        (Usage(10_000 * GIGABYTE, 9_950 * GIGABYTE, 50 * GIGABYTE), "ok"),
        (Usage(10 * GIGABYTE, 9 * GIGABYTE, GIGABYTE // 2), "FAIL"),
    ],
)
def test_doctor_fails_when_disk_space_is_low(
    settings: Settings,
    space: Usage,
    finding: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: space)

    examine(settings)

    line = line_about("disk", capsys.readouterr().out)
    assert line.split()[0] == finding
    assert f"{space.free // MEGABYTE} MB" in line


def test_doctor_reports_missing_and_empty_card_fonts(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(settings.build_dir, tmp_path / "build", symlinks=True)
    faces = tmp_path / "build" / "faces"
    faces.unlink()
    faces.mkdir()
    fonts = tmp_path / "build" / "client" / "assets" / "mincho-CCCC.woff2"
    fonts.write_bytes(b"face")

    examine(settings)
    missing = line_about("fonts", capsys.readouterr().out)
    examine(replace(settings, build_dir=tmp_path / "build"))
    empty = line_about("fonts", capsys.readouterr().out)

    assert "mincho-CCCC.woff2" in missing
    assert "no card can be drawn" in empty
    assert "run `make build`" in empty


def test_doctor_reports_missing_telemetry_packages(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "server.web.telemetry.spans", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.resources", None)

    examine(replace(settings, trace_collector="http://127.0.0.1:1"))

    line = line_about("traces", capsys.readouterr().out)
    assert line.startswith("  FAIL")
    assert "extra `telemetry`" in line


def test_doctor_reports_an_unexpected_error_and_continues(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_folder: object) -> None:
        raise ZeroDivisionError("a riddle")

    monkeypatch.setattr(shutil, "disk_usage", fail)

    assert examine(settings) == 1

    output = capsys.readouterr().out
    assert "  FAIL disk: can't be examined (ZeroDivisionError: a riddle.)" in output
    assert "  ok   traces: not sent." in output
