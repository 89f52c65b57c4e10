"""Tests of the names of files, folders and classes: no meaningless words, the usual form."""

import re
from pathlib import PurePosixPath

import pytest

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import SourceTree, expect_none

# Last words that say nothing about a file or class.
BANNED = {
    "util", "utils", "helper", "helpers", "common", "misc", "lib", "core", "kit", "base", "manager",
    "service", "temp", "tmp",
}  # fmt: skip

# SQLAlchemy's term for the superclass of tables.
ALLOWED = re.compile(r"\w+/(?:\w+/)*database/\w+\.py Base")

FORMS = {
    ".py": r"(?:__\w+__|[a-z0-9]+(?:_[a-z0-9]+)*)",
    ".tsx": r"(?:[A-Z][A-Za-z0-9]*|[a-z][A-Za-z0-9]*(?:\.test)?|[A-Z][A-Za-z0-9]*\.test)",
    ".ts": r"[a-zA-Z][A-Za-z0-9]*(?:\.test|\.generated|\.d)?",
    ".mjs": r"[a-z][A-Za-z0-9_]*",
    ".css": r"[a-zA-Z][A-Za-z0-9]*",
}


def test_no_file_folder_or_class_has_a_meaningless_name(project: SourceTree) -> None:
    expect_none(meaningless_names(project))


def test_file_names_have_the_form_of_their_language(project: SourceTree) -> None:
    expect_none(files_of_wrong_form(project))


@pytest.mark.parametrize(
    "name",
    ["server/utils.py", "client/ui/dateHelpers.ts", "server/core/files.py", "client/ui/base.css"],
)
def test_meaningless_file_name_is_detected(made_up: MakeSourceTree, name: str) -> None:
    tree = made_up({name: ""})

    assert meaningless_names(tree) == [name]


def test_meaningless_class_name_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/posts.py": "class PostManager: ...\nclass ManagerOfPosts: ...\n",
            "client/ui/post.ts": "interface PostService {}\nexport class Kit {}\ntype Kitten = 1;",
        }
    )

    assert meaningless_names(tree) == [
        "server/posts.py PostManager",
        "client/ui/post.ts PostService",
        "client/ui/post.ts Kit",
    ]


def test_file_name_of_a_wrong_form_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up({"server/postList.py": "", "client/ui/post_list.ts": "", "tests/a.test.ts": ""})

    assert files_of_wrong_form(tree) == ["server/postList.py", "client/ui/post_list.ts"]


def words(name: str) -> list[str]:
    """Returns the words of a name in any form: post_list, post-list, postList, PostList."""
    return re.findall(r"[a-z0-9]+", re.sub(r"([A-Z])", r" \1", name).lower())


def is_meaningless(name: str) -> bool:
    found = words(name)
    return bool(found) and found[-1] in BANNED


def meaningless_names(tree: SourceTree) -> list[str]:
    files = [
        name
        for name in tree.texts
        if any(is_meaningless(PurePosixPath(part).stem) for part in name.split("/"))
    ]
    classes = [
        f"{name} {one}"
        for name, facts in tree.facts.items()
        for one in facts.types
        if is_meaningless(one)
    ]
    return [*files, *(name for name in classes if not ALLOWED.fullmatch(name))]


def files_of_wrong_form(tree: SourceTree) -> list[str]:
    paths = [PurePosixPath(name) for name in tree.texts]
    return [
        str(path)
        for path in paths
        if path.suffix in FORMS and not re.fullmatch(FORMS[path.suffix], path.stem)
    ]
