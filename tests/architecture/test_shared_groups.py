"""Tests of the groups of test files that share a process."""

import pytest

from tests.architecture.source_tree import PROJECT
from tests.schedule import GROUPS, group_of


@pytest.mark.parametrize("name", GROUPS)
def test_every_path_of_a_group_exists(name: str) -> None:
    assert [path for path in GROUPS[name] if not (PROJECT / path).exists()] == []


def test_files_of_a_group_share_it_and_others_do_not() -> None:
    lists = "tests/journeys/cultivar_list/test_list_filters.py"

    assert group_of(f"{lists}::test_x[a-b]") == group_of("tests/journeys/test_head_tags.py::test_y")
    assert group_of("tests/server/web/test_forms.py::test_z") == "tests/server/web/test_forms.py"
