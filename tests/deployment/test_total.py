"""Tests of the summary at the end of `make test`."""

import subprocess
import sys
from pathlib import Path

from tests import total

REPORT = """<testsuites><testsuite tests="2" failures="1" errors="0" skipped="0" time="3">
<testcase classname="tests.tea" name="test_steeps"/>
<testcase classname="tests.tea" name="test_pours">
<failure message="short">{text}</failure></testcase>
</testsuite></testsuites>"""


def summarise(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, total.__file__, str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_failed_tests_are_named_with_the_end_of_their_error(tmp_path: Path) -> None:
    text = "\n".join(f"line {number}" for number in range(20))
    (tmp_path / "python.xml").write_text(REPORT.format(text=text))
    run = summarise(tmp_path)
    assert run.returncode == 1
    assert "FAILED tests.tea: test_pours\n    line 14\n" in run.stdout
    assert "line 19\n  python: 2 tests: 1 passed, 1 failed\n" in run.stdout
    assert "line 13" not in run.stdout
    assert "test_steeps" not in run.stdout


def test_no_tests_at_all_are_an_error(tmp_path: Path) -> None:
    assert summarise(tmp_path).returncode == 1
