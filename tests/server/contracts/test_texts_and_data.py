"""Texts of the records, compared with the data of the same records."""

import re

from server.contracts.catalogue import CULTIVARS
from server.contracts.evidence import OBSERVATIONS

NOTHING_FOUND = re.compile(r"no (?:plant variety )?registration was found|登録の記載は見つか")


def test_text_says_that_no_registration_was_found_only_where_one_was_searched() -> None:
    not_searched = [id for id, right in OBSERVATIONS.rights.items() if right.status == "unknown"]
    texts = {id: CULTIVARS[id].description + CULTIVARS[id].description_en for id in not_searched}

    assert [id for id, text in texts.items() if NOTHING_FOUND.search(text)] == []
