"""Tests of documents: form and numbers of decisions, length and existence of READMEs."""

import re
from collections import Counter
from pathlib import PurePosixPath

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import SourceTree, expect_none

DECISION_FILE = re.compile(r"\d{3}-[a-z0-9]+(?:-[a-z0-9]+)*\.md")
DECISION_PARTS = ("context", "decision", "revers")
DECISION_LINES = 40
ROOT_WORDS = 900
README_LINES = 80
# READMEs without the limit of lines: the root's has one of words, the others contain tables.
LONG_READMES = frozenset({"README.md", "shared/README.md", "tests/benchmarks/README.md"})


def test_every_decision_has_the_required_form(project: SourceTree) -> None:
    expect_none(malformed_decisions(project))


def test_decision_numbers_of_a_folder_are_unique(project: SourceTree) -> None:
    expect_none(repeated_numbers(project))


def test_readmes_are_short(project: SourceTree) -> None:
    expect_none(long_readmes(project))


def test_every_package_of_the_host_has_a_readme(project: SourceTree) -> None:
    expect_none(packages_without_readme(project))


def test_package_without_a_readme_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/app.py": "",
            "server/pages/handlers.py": "",
            "server/pages/README.md": "",
            "server/web/rate_limits/rates.py": "",
        }
    )

    assert packages_without_readme(tree) == ["server/web"]


def test_long_readme_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "README.md": "tea " * (ROOT_WORDS + 1),
            "server/README.md": "tea\n" * (README_LINES + 1),
            "client/README.md": "tea\n" * README_LINES,
            "shared/README.md": "tea\n" * (README_LINES + 1),
        }
    )

    assert long_readmes(tree) == [
        f"README.md: {ROOT_WORDS + 1} words",
        f"server/README.md: {README_LINES + 1} lines",
    ]


def test_malformed_decision_is_detected(made_up: MakeSourceTree) -> None:
    whole = "# Tea\n\n**Context.** A.\n\n**Decision.** B.\n\n**Would be reversed by.** C.\n"
    tree = made_up(
        {
            "server/decisions/001-tea.md": whole,
            "server/decisions/002-tea.md": whole.replace("**Context.**", ""),
            "server/decisions/Tea.md": whole,
            "server/decisions/003-tea.md": whole + "A line.\n" * DECISION_LINES,
        }
    )

    assert sorted(malformed_decisions(tree)) == [
        "server/decisions/002-tea.md",
        "server/decisions/003-tea.md",
        "server/decisions/Tea.md",
    ]


def test_duplicate_decision_number_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up({"ssr/decisions/001-tea.md": "", "ssr/decisions/001-cup.md": ""})

    assert repeated_numbers(tree) == ["ssr/decisions/001"]


def decisions_of(tree: SourceTree) -> dict[str, str]:
    return {
        name: text
        for name, text in tree.texts.items()
        if PurePosixPath(name).parent.name == "decisions"
    }


def malformed_decisions(tree: SourceTree) -> list[str]:
    return [
        name
        for name, text in decisions_of(tree).items()
        if not DECISION_FILE.fullmatch(PurePosixPath(name).name)
        or not text.startswith("# ")
        or any(part not in text.lower() for part in DECISION_PARTS)
        or len(text.splitlines()) > DECISION_LINES
    ]


def repeated_numbers(tree: SourceTree) -> list[str]:
    numbers = Counter(
        f"{PurePosixPath(name).parent}/{PurePosixPath(name).name[:3]}"
        for name in decisions_of(tree)
    )
    return sorted(number for number, count in numbers.items() if count > 1)


def long_readmes(tree: SourceTree) -> list[str]:
    readmes = {
        name: text
        for name, text in sorted(tree.texts.items())
        if PurePosixPath(name).name == "README.md"
    }
    words = len((tree.root / "README.md").read_text(encoding="utf-8").split())
    root = [f"README.md: {words} words"] if words > ROOT_WORDS else []
    lines = {name: len(text.splitlines()) for name, text in readmes.items()}
    return root + [
        f"{name}: {count} lines"
        for name, count in lines.items()
        if count > README_LINES and name not in LONG_READMES
    ]


def packages_without_readme(tree: SourceTree) -> list[str]:
    files = [PurePosixPath(name) for name in tree.texts if name.endswith(".py")]
    packages = {"/".join(file.parts[:2]) for file in files if len(file.parts) > 2}
    return sorted(
        package
        for package in packages
        if package.startswith("server/") and f"{package}/README.md" not in tree.texts
    )
