"""Sum of the JUnit reports of all test runners: `python tests/total.py build/results`."""

import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

COUNTS = ("tests", "failures", "errors", "skipped")
# Limits of the text of each failure; the log above has the whole error.
LINES_MOST = 6
CHARACTERS_MOST = 160


def main() -> int:
    """Prints failures and sums; returns 1 if a test failed or none ran."""
    reports = sorted(Path(sys.argv[1]).glob("*.xml"))
    total = dict.fromkeys(COUNTS, 0)
    seconds = 0.0
    lines = []
    failed = []
    for report in reports:
        root = Xml.parse(report).getroot()
        suites = list(root.iter("testsuite"))
        counts = {name: sum(int(suite.get(name, 0)) for suite in suites) for name in COUNTS}
        seconds += sum(float(suite.get("time", 0)) for suite in suites)
        total = {name: total[name] + counts[name] for name in COUNTS}
        lines.append(f"  {report.stem}: {_summary(counts)}")
        failed += [line for case in root.iter("testcase") for line in _failures(case)]
    lines.append(f"Total: {_summary(total)} in {seconds:.0f} s.")
    sys.stdout.write("\n".join([*failed, *lines, ""]))
    return int(total["failures"] + total["errors"] > 0 or total["tests"] == 0)


def _failures(case: Xml.Element) -> list[str]:
    """Returns the name and the end of the error of a failed test, for the last lines of a log."""
    found = [failure for tag in ("failure", "error") for failure in case.iter(tag)]
    texts = [(failure.text or failure.get("message") or "").strip() for failure in found]
    return [
        "\n    ".join([f"FAILED {case.get('classname')}: {case.get('name')}", *_last_lines(text)])
        for text in texts
    ]


def _last_lines(text: str) -> list[str]:
    return [line[:CHARACTERS_MOST] for line in text.splitlines()[-LINES_MOST:]]


def _summary(counts: dict[str, int]) -> str:
    failed = counts["failures"] + counts["errors"]
    passed = counts["tests"] - failed - counts["skipped"]
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    return f"{counts['tests']} tests: {passed} passed, {failed} failed{skipped}"


if __name__ == "__main__":
    sys.exit(main())
