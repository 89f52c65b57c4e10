"""No field of a form cuts its text: `maxlength` does so silently and counts an emoji as two."""

import re

from tests.architecture.conftest import MakeHouse
from tests.architecture.house import House, expect_none

# Of a search the host reads no more characters either.
CUT_BY_BROWSER = re.compile(r"\bmaxLength=(?!\{searchCharacters\})")


def test_browsers_cut_no_text_but_a_search(project: House) -> None:
    expect_none(cutting(project))


def test_field_that_cuts_its_text_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "client/ui/A.tsx": "<input maxLength={searchCharacters} />;",
            "client/ui/B.tsx": "<input maxLength={noteCharacters} />;",
            "client/ui/C.tsx": '<textarea maxLength="200" />;',
        }
    )

    assert cutting(house) == ["client/ui/B.tsx", "client/ui/C.tsx"]


def cutting(house: House) -> list[str]:
    return [
        name
        for name in house.only(".tsx")
        if name.startswith("client/") and CUT_BY_BROWSER.search(house.texts[name])
    ]
