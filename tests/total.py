"""Adds up what the test runners left in a folder: `python tests/total.py build/results`."""

import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

COUNTS = ("tests", "failures", "errors", "skipped")
# Of each broken test; the log above has the whole error.
LINES_MOST = 6
CHARACTERS_MOST = 160


def main() -> int:
    reports = sorted(Path(sys.argv[1]).glob("*.xml"))
    total = dict.fromkeys(COUNTS, 0)
    seconds = 0.0
    lines = []
    broken = []
    for report in reports:
        root = Xml.parse(report).getroot()
        suites = list(root.iter("testsuite"))
        counts = {name: sum(int(suite.get(name, 0)) for suite in suites) for name in COUNTS}
        seconds += sum(float(suite.get("time", 0)) for suite in suites)
        total = {name: total[name] + counts[name] for name in COUNTS}
        lines.append(f"  {report.stem}: {_told(counts)}")
        broken += [line for case in root.iter("testcase") for line in _failures(case)]
    lines.append(f"In all {_told(total)} in {seconds:.0f} s.")
    sys.stdout.write("\n".join([*broken, *lines, ""]))
    return int(total["failures"] + total["errors"] > 0 or total["tests"] == 0)


def _failures(case: Xml.Element) -> list[str]:
    """Names a broken test and the end of its error, so that the last lines of a log tell it."""
    found = [failure for tag in ("failure", "error") for failure in case.iter(tag)]
    texts = [(failure.text or failure.get("message") or "").strip() for failure in found]
    return [
        "\n    ".join([f"FAILED {case.get('classname')}: {case.get('name')}", *_ending(text)])
        for text in texts
    ]


def _ending(text: str) -> list[str]:
    return [line[:CHARACTERS_MOST] for line in text.splitlines()[-LINES_MOST:]]


def _told(counts: dict[str, int]) -> str:
    broken = counts["failures"] + counts["errors"]
    passed = counts["tests"] - broken - counts["skipped"]
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    return f"{counts['tests']} tests: {passed} passed, {broken} failed{skipped}"


if __name__ == "__main__":
    sys.exit(main())
