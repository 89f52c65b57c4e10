"""Tests that code and documents use the field's terms instead of unclear phrases."""

import re
from pathlib import PurePosixPath

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import PROJECT, SourceTree, expect_none

# Phrases that engineers with English as a second language may misunderstand.
REFUSED = re.compile(
    r"\b(?:whoeve[r]|somebod[y]|who ask[s]|who is askin[g]|whose wis[h]|the short wa[y]"
    r"|drawn ane[w]|is tol[d]|are tol[d]|at han[d]|brings alon[g]|what is aske[d]"
    r"|its turn is ove[r]|can't be aske[d])\b",
    re.IGNORECASE,
)
# Further phrases that are refused in settings and in messages of commands, for operators.
REFUSED_FOR_OPERATORS = re.compile(
    rf"{REFUSED.pattern}|\b(?:nobod[y]|anybod[y]|everybod[y]|by chanc[e]|otherwise tha[n]"
    r"|which the site has no[t]|is well i[n])\b",
    re.IGNORECASE,
)
FOR_OPERATORS = (
    "server/commands/", "server/database_url.py", "server/mail_server.py",
    "server/setting_groups.py", "server/settings.py", "server/values.py",
)  # fmt: skip
PRODUCT = ("server/", "client/", "ssr/")
ROOT_DOCUMENTS = (
    "README.md", ".env.example", "Dockerfile", "compose.yaml", "Makefile", "pyproject.toml",
    "deployment/README.md", "deployment/counters.conf", "deployment/edge.caddyfile",
)  # fmt: skip

# Nouns that end like a verb, and are allowed at the end of a file's name.
TERMS = {
    "binding", "building", "caching", "encoding", "everything", "hashing", "heading", "imaging",
    "loading", "logging", "mapping", "paging", "poisoning", "pricing", "rating", "rendering",
    "ring", "routing", "string", "testing", "timing", "tracing",
}  # fmt: skip
LAST_WORD = re.compile(r"[A-Z]?[a-z]+$")


def test_code_contains_no_unclear_phrase(project: SourceTree) -> None:
    expect_none(unclear_phrases(project))


def test_root_documents_contain_no_unclear_phrase() -> None:
    texts = {name: (PROJECT / name).read_text(encoding="utf-8") for name in ROOT_DOCUMENTS}

    assert [name for name, text in texts.items() if REFUSED_FOR_OPERATORS.search(text)] == []


def test_no_file_is_named_by_a_verb(project: SourceTree) -> None:
    expect_none(sorted(files_named_by_verbs(project)))


def test_unclear_phrase_is_detected(made_up: MakeSourceTree) -> None:
    phrase = "whoeve" + "r asks"
    tree = made_up(
        {
            "server/a.py": f'"""For {phrase}."""\n',
            "server/README.md": f"A page for {phrase}.\n",
            "tests/test_a.py": f'"""Pages for {phrase}."""\n',
            "server/b.py": '"""Client of the identity provider."""\n',
            "server/c.py": 'REFUSAL = "made by ' + 'chance"\n',
            "server/commands/a.py": 'REFUSAL = "made by ' + 'chance"\n',
            "shared/locales/en/a.json": f'{{"a": "{phrase}"}}',
        }
    )

    assert sorted(unclear_phrases(tree)) == [
        "server/README.md:1",
        "server/a.py:1",
        "server/commands/a.py:1",
        "tests/test_a.py:1",
    ]


def test_file_named_by_a_verb_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/lending.py": "",
            "server/rendering.py": "",
            "client/ui/useWaiting.ts": "",
            "client/ui/pageLoading.ts": "",
            "tests/client/setting.tsx": "",
            "tests/client/pageHead.test.tsx": "",
            "tests/server/test_serving.py": "",
            "tests/server/test_cache_poisoning.py": "",
        }
    )

    assert sorted(files_named_by_verbs(tree)) == [
        "client/ui/useWaiting.ts",
        "server/lending.py",
        "tests/client/setting.tsx",
        "tests/server/test_serving.py",
    ]


def unclear_phrases(tree: SourceTree) -> list[str]:
    return [
        f"{name}:{number}"
        for name, text in tree.texts.items()
        if name.startswith(("tests/", *PRODUCT)) and not name.endswith(".json")
        for number, line in enumerate(text.splitlines(), start=1)
        if (REFUSED_FOR_OPERATORS if name.startswith(FOR_OPERATORS) else REFUSED).search(line)
    ]


def files_named_by_verbs(tree: SourceTree) -> list[str]:
    return [
        name
        for name in tree.texts
        if name.startswith(("tests/", *PRODUCT))
        and PurePosixPath(name).suffix in {".py", ".ts", ".tsx", ".mjs"}
        and (word := last_word(name)).endswith("ing")
        and word not in TERMS
    ]


def last_word(name: str) -> str:
    """Returns the last word of a file's name in lower case, without its endings."""
    found = LAST_WORD.search(PurePosixPath(name).name.partition(".")[0])
    return found.group().lower() if found else ""
