"""Adds up what the test runners left in a folder: `python tests/total.py build/results`."""

import sys
from pathlib import Path
from xml.etree import ElementTree as Xml

COUNTS = ("tests", "failures", "errors", "skipped")


def main() -> int:
    reports = sorted(Path(sys.argv[1]).glob("*.xml"))
    total = dict.fromkeys(COUNTS, 0)
    seconds = 0.0
    lines = []
    for report in reports:
        suites = list(Xml.parse(report).getroot().iter("testsuite"))
        counts = {name: sum(int(suite.get(name, 0)) for suite in suites) for name in COUNTS}
        seconds += sum(float(suite.get("time", 0)) for suite in suites)
        total = {name: total[name] + counts[name] for name in COUNTS}
        lines.append(f"  {report.stem}: {_told(counts)}")
    lines.append(f"In all {_told(total)} in {seconds:.0f} s.")
    sys.stdout.write("\n".join([*lines, ""]))
    return int(total["failures"] + total["errors"] > 0 or total["tests"] == 0)


def _told(counts: dict[str, int]) -> str:
    broken = counts["failures"] + counts["errors"]
    passed = counts["tests"] - broken - counts["skipped"]
    skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
    return f"{counts['tests']} tests: {passed} passed, {broken} failed{skipped}"


if __name__ == "__main__":
    sys.exit(main())
