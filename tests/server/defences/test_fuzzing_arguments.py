"""Arguments of `python -m tests.fuzzing`."""

import sys

import pytest

from tests.fuzzing.__main__ import main


@pytest.mark.parametrize(
    ("option", "value", "least"),
    [
        ("--processes", "0", "1 or more"),
        ("--processes", "-1", "1 or more"),
        ("--processes", "two", "1 or more"),
        ("--requests", "-5", "0 or more"),
        ("--texts", "1e3", "0 or more"),
    ],
)
def test_invalid_number_option_is_refused_with_a_message(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    option: str,
    value: str,
    least: str,
) -> None:
    monkeypatch.setattr(sys, "argv", ["tests.fuzzing", f"{option}={value}"])

    with pytest.raises(SystemExit) as ended:
        main()

    assert ended.value.code == 2
    assert f'{option}: "{value}" must be a whole number, {least}' in capsys.readouterr().err
