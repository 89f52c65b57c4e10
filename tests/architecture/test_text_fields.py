"""Tests that form fields have no `maxlength`: it cuts silently and counts an emoji as two."""

import re

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import SourceTree, expect_none

# Allowed for the search, of which the host reads no more characters either.
CUT_BY_BROWSER = re.compile(r"\bmaxLength=(?!\{searchCharacters\})")


def test_browsers_cut_no_text_but_a_search(project: SourceTree) -> None:
    expect_none(files_with_maxlength(project))


def test_field_that_cuts_its_text_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "client/ui/A.tsx": "<input maxLength={searchCharacters} />;",
            "client/ui/B.tsx": "<input maxLength={noteCharacters} />;",
            "client/ui/C.tsx": '<textarea maxLength="200" />;',
        }
    )

    assert files_with_maxlength(tree) == ["client/ui/B.tsx", "client/ui/C.tsx"]


def files_with_maxlength(tree: SourceTree) -> list[str]:
    return [
        name
        for name in tree.only(".tsx")
        if name.startswith("client/") and CUT_BY_BROWSER.search(tree.texts[name])
    ]
