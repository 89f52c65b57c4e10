"""Names of files, folders and classes: no empty words, and the form of their language."""

import re
from pathlib import PurePosixPath

import pytest

from tests.architecture.conftest import MakeHouse
from tests.architecture.house import House, expect_none

# Words that say nothing about a file or class.
BANNED = {
    "util", "utils", "helper", "helpers", "common", "misc", "lib", "core", "kit", "base", "manager",
    "service", "temp", "tmp",
}  # fmt: skip

# SQLAlchemy's own word for the class that tables are declared from.
ALLOWED = re.compile(r"\w+/(?:\w+/)*database/\w+\.py Base")

FORMS = {
    ".py": r"(?:__\w+__|[a-z0-9]+(?:_[a-z0-9]+)*)",
    ".tsx": r"(?:[A-Z][A-Za-z0-9]*|[a-z][A-Za-z0-9]*(?:\.test)?|[A-Z][A-Za-z0-9]*\.test)",
    ".ts": r"[a-zA-Z][A-Za-z0-9]*(?:\.test|\.generated|\.d)?",
    ".mjs": r"[a-z][A-Za-z0-9_]*",
    ".css": r"[a-zA-Z][A-Za-z0-9]*",
}


def test_no_file_folder_or_class_has_a_meaningless_name(project: House) -> None:
    expect_none(empty_names(project))


def test_file_names_have_the_form_of_their_language(project: House) -> None:
    expect_none(odd_forms(project))


@pytest.mark.parametrize(
    "name",
    ["server/utils.py", "client/ui/dateHelpers.ts", "server/core/files.py", "client/ui/base.css"],
)
def test_meaningless_file_name_is_detected(made_up: MakeHouse, name: str) -> None:
    house = made_up({name: ""})

    assert empty_names(house) == [name]


def test_meaningless_class_name_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "server/posts.py": "class PostManager: ...\nclass ManagerOfPosts: ...\n",
            "client/ui/post.ts": "interface PostService {}\nexport class Kit {}\ntype Kitten = 1;",
        }
    )

    assert empty_names(house) == [
        "server/posts.py PostManager",
        "client/ui/post.ts PostService",
        "client/ui/post.ts Kit",
    ]


def test_file_name_of_a_wrong_form_is_detected(made_up: MakeHouse) -> None:
    house = made_up({"server/postList.py": "", "client/ui/post_list.ts": "", "tests/a.test.ts": ""})

    assert odd_forms(house) == ["server/postList.py", "client/ui/post_list.ts"]


def words(name: str) -> list[str]:
    """The words of a name, however it joins them: post_list, post-list, postList, PostList."""
    return re.findall(r"[a-z0-9]+", re.sub(r"([A-Z])", r" \1", name).lower())


def says_nothing(name: str) -> bool:
    found = words(name)
    return bool(found) and found[-1] in BANNED


def empty_names(house: House) -> list[str]:
    files = [
        name
        for name in house.texts
        if any(says_nothing(PurePosixPath(part).stem) for part in name.split("/"))
    ]
    classes = [
        f"{name} {one}"
        for name, facts in house.facts.items()
        for one in facts.types
        if says_nothing(one)
    ]
    return [*files, *(name for name in classes if not ALLOWED.fullmatch(name))]


def odd_forms(house: House) -> list[str]:
    paths = [PurePosixPath(name) for name in house.texts]
    return [
        str(path)
        for path in paths
        if path.suffix in FORMS and not re.fullmatch(FORMS[path.suffix], path.stem)
    ]
