"""Texts of the records, compared with the data of the same records."""

import re
from collections.abc import Iterator

from server.contracts.catalogue import CULTIVARS
from server.contracts.cultivar import Cultivar
from server.contracts.evidence import OBSERVATIONS
from tests.architecture.source_tree import expect_none

NOTHING_FOUND = re.compile(r"no (?:plant variety )?registration was found|登録の記載は見つか")
# Days of an event from Yabukita; the days of another comparison may not lie between.
DAYS = r"(?:(?!before|after|ahead|behind)[^.;])*\bdays? (?:before|after|ahead of|behind) Yabukita"
EVENTS = {
    "bud": re.compile(rf"\bbud(?:s|ding)?\b{DAYS}", re.IGNORECASE),
    "pluck": re.compile(rf"\bpick(?:ed|ing)\b{DAYS}", re.IGNORECASE),
}
CONTENT = re.compile(
    r"\d(?:%| times\b)[^.;]*(?:amino acid|anthocyanin|caffeine|catechin|tannin|theanine)"
    r"|(?:amino acids?|anthocyanin|caffeine|catechins?|tannin|theanine)\b[^;]*\d(?:%| times\b)"
)
# Words for uses, in characteristics.
USES = {
    "sencha": r"\bsencha\b",
    "kabusecha": r"\bkabusecha\b",
    "gyokuro": r"\bgyokuro\b",
    "matcha": r"\b(?:matcha|tencha)\b",
    "kamairicha": r"\bkamairicha\b|pan-fired",
    "black": r"\bblack tea\b",
    "oolong": r"\boolong\b|-oxidised|oxidised (?:tea|pan-fired)",
    "hojicha": r"\bhojicha\b",
}
PRESUMED = re.compile(
    r"[Pp]resumed|thought|said to|given as|merchant has|推定|とみられ|とされ|によると"
)


def test_text_says_that_no_registration_was_found_only_where_one_was_searched() -> None:
    not_searched = [id for id, right in OBSERVATIONS.rights.items() if right.status == "unknown"]
    texts = {id: CULTIVARS[id].description + CULTIVARS[id].description_en for id in not_searched}

    assert [id for id, text in texts.items() if NOTHING_FOUND.search(text)] == []


def test_text_on_presumed_parents_of_a_cross_says_that_they_are_presumed() -> None:
    expect_none(parents_called_certain())


def parents_called_certain() -> Iterator[str]:
    """Yields texts of child or parent that name the other, without a word such as presumed."""
    for child in CULTIVARS.values():
        for parent in child.parents:
            is_presumed = all(one.kind == "presumed" for one in parent.evidence)
            if not is_presumed or parent.cultivar_id is None or parent.role == "selection":
                continue
            record = CULTIVARS[parent.cultivar_id]
            texts = [*_texts_naming(record, child), *_texts_naming(child, record)]
            yield from (text for text in texts if not PRESUMED.search(text))


def _texts_naming(record: Cultivar, other: Cultivar) -> Iterator[str]:
    """Yields the description and characteristics of a record that name another."""
    for text in (record.description, *record.characteristics):
        if other.name_ja in text:
            yield text
    for text in (record.description_en, *record.characteristics_en):
        if other.name_en in text:
            yield text


def test_figure_of_a_content_in_a_text_is_in_the_data() -> None:
    texts = {
        id: [record.description_en.replace(" per cent", "%"), *record.characteristics_en]
        for id, record in CULTIVARS.items()
    }

    stated = {id for id, found in texts.items() if any(map(CONTENT.search, found))}

    assert stated - set(OBSERVATIONS.composition) == set()


def test_days_from_yabukita_of_a_text_are_in_the_data_by_the_same_event() -> None:
    expect_none(days_only_in_texts())


def days_only_in_texts() -> Iterator[str]:
    """Yields records whose text compares an event by days of which the data have none."""
    for id, record in CULTIVARS.items():
        other = record.other_harvest
        known = {record.budding_basis, other.basis if other else None}
        texts = (record.description_en, *record.characteristics_en)
        yield from (
            f"{id}: {event}"
            for event, pattern in EVENTS.items()
            if event not in known and any(map(pattern.search, texts))
        )


def test_use_that_a_characteristic_names_is_in_the_data() -> None:
    named = [
        (id, use)
        for id, record in CULTIVARS.items()
        for use, words in USES.items()
        if any(re.search(words, text) for text in record.characteristics_en)
    ]

    assert [(id, use) for id, use in named if use not in CULTIVARS[id].uses] == []
