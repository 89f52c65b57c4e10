"""Tests that files open with a sentence, and that comments mark no open work and no history."""

import re
from pathlib import PurePosixPath

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import SourceTree, expect_none, is_generated

LONGEST_OPENING = 240

# Written with brackets, so that this file does not match itself.
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K])\b")
HISTORY = re.compile(
    r"\b(?:previousl[y]|formerl[y]|legac[y]|refactore[d]|renamed fro[m]|moved fro[m]"
    r"|was change[d]|were change[d]|used to b[e]|not any mor[e]|old versio[n]|ticke[t])\b"
    r"|\bissu[e] #?\d|(?:^|\s)#\d+\b",
    re.IGNORECASE,
)
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b")


def test_every_file_opens_with_a_sentence(project: SourceTree) -> None:
    expect_none(files_without_opening(project))


def test_no_file_contains_a_mark_of_unfinished_work(project: SourceTree) -> None:
    expect_none(files_with_unfinished_work(project))


def test_no_comment_describes_the_past(project: SourceTree) -> None:
    expect_none(comments_about_the_past(project))


def test_file_without_an_opening_sentence_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/mute.py": "x = 1\n",
            "server/mumbling.py": '"""Does things"""\n',
            "server/plain.py": '"""Does things."""\n',
            "server/__init__.py": "",
            "client/ui/mute.ts": "// Not a heading.\nexport const a = 1;\n",
            "client/ui/plain.ts": "/** Says\n * what it is. */\nexport const a = 1;\n",
            "client/ui/Tab.tsx": "/** A tab. */\nexport const Tab = () => null;\n",
            "client/ui/Tab.css": ".tab { color: red }",
            "client/ui/theme.css": ":root { color: red }",
        }
    )

    assert files_without_opening(tree) == [
        "server/mumbling.py",
        "server/mute.py",
        "client/ui/mute.ts",
        "client/ui/theme.css",
    ]


def test_mark_of_unfinished_work_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/a.py": '"""A."""\n# TO' + "DO: later\n",
            "client/ui/a.css": "/* FIX" + "ME */",
            "client/ui/b.ts": 'export const a = "mastodon";',
        }
    )

    assert files_with_unfinished_work(tree) == ["server/a.py", "client/ui/a.css"]


def test_comment_about_the_past_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/a.py": '"""A."""\nx = 1  # renamed fr' + "om y\n",
            "client/ui/a.ts": "/** A. */\n// See iss" + "ue 12.\nexport const a = 1;\n",
            "client/ui/b.ts": "/** B is used to draw in #333. */\nexport const b = 1;\n",
        }
    )

    assert comments_about_the_past(tree) == ["server/a.py:2", "client/ui/a.ts:2"]


def files_without_opening(tree: SourceTree) -> list[str]:
    return [
        name
        for name, text in tree.texts.items()
        if needs_opening(tree, name) and text.strip() and not is_sentence(opening(name, text))
    ]


def needs_opening(tree: SourceTree, name: str) -> bool:
    """Returns whether a file needs an opening sentence; a style sheet of a component does not."""
    if is_generated(name):
        return False
    path = PurePosixPath(name)
    if path.suffix == ".css":
        return str(path.with_suffix(".tsx")) not in tree.texts
    return name in tree.facts


def opening(name: str, text: str) -> str:
    if name.endswith(".py"):
        found = re.match(r'(?:#!.*\n)?"""(.*?)"""', text, re.DOTALL)
    else:
        found = re.match(r"(?:(?:#!|// @vitest-).*\n)?/\*\*?(.*?)\*/", text, re.DOTALL)
    return " ".join(found[1].replace("\n *", "\n").split()) if found else ""


def is_sentence(text: str) -> bool:
    return bool(re.match(r"\S", text)) and text[-1] in ".?!" and len(text) <= LONGEST_OPENING


def files_with_unfinished_work(tree: SourceTree) -> list[str]:
    return [name for name, text in tree.texts.items() if UNFINISHED.search(text)]


def comments_about_the_past(tree: SourceTree) -> list[str]:
    return [
        f"{name}:{comment.line}"
        for name, facts in tree.facts.items()
        for comment in facts.comments
        if HISTORY.search(COLOUR.sub("", comment.text))
    ]
