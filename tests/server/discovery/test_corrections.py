"""Feed of corrections, read by a feed parser."""

import feedparser
import httpx
import msgspec
import pytest
from lxml import etree

from server.contracts.catalogue import CULTIVARS, EDITION
from server.contracts.history import CHANGELOG, HISTORIES, REPORTED, Step
from server.contracts.routes import Language
from server.discovery import corrections
from server.discovery.corrections import ENTRIES_MOST, write_corrections
from server.pages.schemas import Names
from tests.conftest import ORIGIN

pytestmark = pytest.mark.anyio

ATOM = "{http://www.w3.org/2005/Atom}"
NAMES = Names(en="Chanoki", ja="茶の木")


@pytest.mark.parametrize(("prefix", "language"), [("", "en"), ("/ja", "ja")])
async def test_feed_of_corrections_is_valid_and_complete(
    client: httpx.AsyncClient, prefix: str, language: str
) -> None:
    answer = await client.get(f"{prefix}/feeds/corrections.atom")

    root = etree.fromstring(answer.content)
    parsed = feedparser.parse(answer.content)
    assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=3600"
    assert not parsed.bozo
    assert parsed.feed.id == f"{ORIGIN}{prefix}/feeds/corrections.atom"
    assert parsed.feed.link == f"{ORIGIN}{prefix}/database-info"
    assert parsed.feed.language == language
    # Atom requires an author of the feed if its entries have none.
    assert (
        root.find(f"{ATOM}author/{ATOM}name").text
        == parsed.feed.title.partition(":" if language == "en" else "の図鑑")[0]
    )
    ids = [entry.id for entry in parsed.entries]
    assert len(ids) == len(set(ids))
    reported = {
        (version, id)
        for version, records in CHANGELOG.items()
        for id, revisions in records.items()
        if any(one.kind in REPORTED for one in revisions)
    }
    later = list(EDITION.changes)[1:]
    reported |= {(version, id) for version in later for id in EDITION.changes[version].added}
    assert len(ids) == min(ENTRIES_MOST, len(reported))
    # An edition may correct no record.
    newest = max(EDITION.changes[version].date for version, _ in reported)
    assert parsed.feed.updated == f"{newest.isoformat()}T00:00:00Z"
    for entry in parsed.entries:
        assert entry.title and entry.updated and entry.content[0].value
        assert entry.link in entry.id


async def test_correction_names_the_change_and_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    # The default limit would cut off this correction, since later editions come first.
    monkeypatch.setattr(corrections, "ENTRIES_MOST", 1_000)
    parsed = feedparser.parse(write_corrections(ORIGIN, NAMES, "en"))

    hoshun = next(one for one in parsed.entries if one.id.endswith("hoshun#history-2.0.0"))

    assert hoshun.title == "Hoshun (edition 2.0.0)"
    assert hoshun.link == f"{ORIGIN}/cultivars/hoshun"
    assert hoshun.content[0].value.startswith("Pollen parent Rokuro added. A study of 2021")
    assert "Confidence" not in hoshun.content[0].value


@pytest.mark.parametrize(
    ("language", "title", "begin"),
    [
        ("en", "New record: Abe No. 1 (edition 2.1.0)", "Abe No. 1 is named in the register"),
        ("ja", "新しい記録：安倍1号（第2.1.0版）", CULTIVARS["abe-1"].description[:20]),
    ],
)
async def test_record_of_a_later_edition_is_announced_as_new(
    monkeypatch: pytest.MonkeyPatch, language: Language, title: str, begin: str
) -> None:
    monkeypatch.setattr(corrections, "ENTRIES_MOST", 1_000)
    parsed = feedparser.parse(write_corrections(ORIGIN, NAMES, language))

    entries = {entry.id.rpartition("/")[2]: entry for entry in parsed.entries}

    added = EDITION.changes["2.1.0"].added
    assert len(added) == 56
    assert [id for id in added if f"{id}#history-2.1.0" not in entries] == []
    assert entries["abe-1#history-2.1.0"].title == title
    assert entries["abe-1#history-2.1.0"].content[0].value.startswith(begin)
    assert [key for key in entries if key.endswith("#history-1.0.0")] == []


async def test_editions_of_one_day_follow_their_order_in_the_changelog(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [(step, one) for step in HISTORIES["hoshun"] for one in step.revisions]
    last, revision = next((step, one) for step, one in told if one.kind in REPORTED)
    versions = ("2.9.0", "2.10.0", "2.11.0")
    change = EDITION.changes[last.version]
    changes = {**EDITION.changes, **dict.fromkeys(versions, change)}
    steps = [Step(version, last.date, is_new=False, revisions=(revision,)) for version in versions]
    monkeypatch.setattr(corrections, "EDITION", msgspec.structs.replace(EDITION, changes=changes))
    monkeypatch.setattr(corrections, "HISTORIES", {"hoshun": steps})

    parsed = feedparser.parse(write_corrections(ORIGIN, NAMES, "en"))

    ends = [entry.id.rpartition("-")[2] for entry in parsed.entries]
    assert ends == ["2.11.0", "2.10.0", "2.9.0"]


async def test_feed_of_corrections_answers_304(client: httpx.AsyncClient) -> None:
    first = await client.get("/feeds/corrections.atom")
    again = await client.get(
        "/feeds/corrections.atom", headers={"if-none-match": first.headers["etag"]}
    )

    assert (again.status_code, again.content) == (304, b"")


async def test_reader_is_credited_only_if_they_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [(step, one) for step in HISTORIES["hoshun"] for one in step.revisions]
    last, revision = next((step, one) for step, one in told if one.kind in REPORTED)
    credited = msgspec.structs.replace(revision, credit="Hana & Co")
    step = Step(last.version, last.date, is_new=False, revisions=(credited,))
    monkeypatch.setattr(corrections, "HISTORIES", {**HISTORIES, "hoshun": (step,)})

    root = etree.fromstring(write_corrections(ORIGIN, NAMES, "en"))

    named = root.findall(f".//{ATOM}contributor/{ATOM}name")
    assert [name.text for name in named] == ["Hana & Co"]
    assert set(HISTORIES) == set(CULTIVARS)
