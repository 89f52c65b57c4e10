"""Decisions have one form and unique numbers; every package has a README, and READMEs are short."""

import re
from collections import Counter
from pathlib import PurePosixPath

from tests.architecture.conftest import MakeHouse
from tests.architecture.house import House, expect_none

DECISION_FILE = re.compile(r"\d{3}-[a-z0-9]+(?:-[a-z0-9]+)*\.md")
DECISION_PARTS = ("context", "decision", "revers")
DECISION_LINES = 40
ROOT_WORDS = 900
README_LINES = 80
# The catalogue's fields and sources, and the tables of measurements.
LONG_READMES = frozenset({"README.md", "shared/README.md", "tests/benchmarks/README.md"})


def test_every_decision_has_the_required_form(project: House) -> None:
    expect_none(odd_decisions(project))


def test_decision_numbers_of_a_folder_are_unique(project: House) -> None:
    expect_none(repeated_numbers(project))


def test_readmes_are_short(project: House) -> None:
    expect_none(long_readmes(project))


def test_every_package_of_the_host_has_a_readme(project: House) -> None:
    expect_none(undocumented(project))


def test_package_without_a_readme_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "server/app.py": "",
            "server/pages/handlers.py": "",
            "server/pages/README.md": "",
            "server/web/rate_limits/rates.py": "",
        }
    )

    assert undocumented(house) == ["server/web"]


def test_long_readme_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "README.md": "tea " * (ROOT_WORDS + 1),
            "server/README.md": "tea\n" * (README_LINES + 1),
            "client/README.md": "tea\n" * README_LINES,
            "shared/README.md": "tea\n" * (README_LINES + 1),
        }
    )

    assert long_readmes(house) == [
        f"README.md: {ROOT_WORDS + 1} words",
        f"server/README.md: {README_LINES + 1} lines",
    ]


def test_malformed_decision_is_detected(made_up: MakeHouse) -> None:
    whole = "# Tea\n\n**Context.** A.\n\n**Decision.** B.\n\n**Would be reversed by.** C.\n"
    house = made_up(
        {
            "server/decisions/001-tea.md": whole,
            "server/decisions/002-tea.md": whole.replace("**Context.**", ""),
            "server/decisions/Tea.md": whole,
            "server/decisions/003-tea.md": whole + "A line.\n" * DECISION_LINES,
        }
    )

    assert sorted(odd_decisions(house)) == [
        "server/decisions/002-tea.md",
        "server/decisions/003-tea.md",
        "server/decisions/Tea.md",
    ]


def test_duplicate_decision_number_is_detected(made_up: MakeHouse) -> None:
    house = made_up({"ssr/decisions/001-tea.md": "", "ssr/decisions/001-cup.md": ""})

    assert repeated_numbers(house) == ["ssr/decisions/001"]


def decisions_of(house: House) -> dict[str, str]:
    return {
        name: text
        for name, text in house.texts.items()
        if PurePosixPath(name).parent.name == "decisions"
    }


def odd_decisions(house: House) -> list[str]:
    return [
        name
        for name, text in decisions_of(house).items()
        if not DECISION_FILE.fullmatch(PurePosixPath(name).name)
        or not text.startswith("# ")
        or any(part not in text.lower() for part in DECISION_PARTS)
        or len(text.splitlines()) > DECISION_LINES
    ]


def repeated_numbers(house: House) -> list[str]:
    numbers = Counter(
        f"{PurePosixPath(name).parent}/{PurePosixPath(name).name[:3]}"
        for name in decisions_of(house)
    )
    return sorted(number for number, count in numbers.items() if count > 1)


def long_readmes(house: House) -> list[str]:
    readmes = {
        name: text
        for name, text in sorted(house.texts.items())
        if PurePosixPath(name).name == "README.md"
    }
    words = len((house.root / "README.md").read_text(encoding="utf-8").split())
    root = [f"README.md: {words} words"] if words > ROOT_WORDS else []
    lines = {name: len(text.splitlines()) for name, text in readmes.items()}
    return root + [
        f"{name}: {count} lines"
        for name, count in lines.items()
        if count > README_LINES and name not in LONG_READMES
    ]


def undocumented(house: House) -> list[str]:
    files = [PurePosixPath(name) for name in house.texts if name.endswith(".py")]
    packages = {"/".join(file.parts[:2]) for file in files if len(file.parts) > 2}
    return sorted(
        package
        for package in packages
        if package.startswith("server/") and f"{package}/README.md" not in house.texts
    )
