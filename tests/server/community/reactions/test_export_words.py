"""Page of the export: it has words of the member's language, not names of the site's code."""

import io
import json
import re
import zipfile
from typing import Any, get_args

import pytest

from server.accounts.sessions.export.words import in_words
from server.community.follows.schemas import FollowKind
from server.community.letters.schemas import Channel, LetterState, NotificationChoices
from server.community.relations.schemas import RelationKind
from server.contracts.routes import LANGUAGES, Language
from server.moderation.rules import Action
from server.moderation.schemas import AppealState, HoldRule, ReportReason
from tests.server.community.builders import add_post, execute
from tests.server.conftest import START
from tests.server.members import Browser, Place

# By kind and field of an entry: all values that are names of the code.
STORED = {
    "follows action": [f"follow {kind}" for kind in get_args(FollowKind)],
    "hidden action": [*get_args(RelationKind), "mute word", "mute category"],
    "notifications action": [*get_args(Channel), *get_args(LetterState), "consent"],
    "notifications title": [*NotificationChoices.__struct_fields__, "letter"],
    "reads title": ["all", "decisions", "reports"],
    "moderation action": get_args(Action),
    "moderation reason": [*get_args(ReportReason), *get_args(HoldRule)],
    "appeals outcome": get_args(AppealState),
    "reports reason": get_args(ReportReason),
}
CASES = [(*place.split(), value) for place, values in STORED.items() for value in values]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stored_name_has_words_in_the_language(language: Language) -> None:
    unchanged = [case for case in CASES if _shown(*case, language=language) == case[2]]

    assert unchanged == []


def _shown(kind: str, field: str, value: str, *, language: Language) -> Any:
    """Returns what the page shows for a value of a field."""
    return in_words(kind, {field: value}, language)[field]


@pytest.mark.parametrize(
    ("kind", "entry"),
    [
        ("hidden", {"action": "mute word", "title": "review"}),
        ("follows", {"action": "follow question", "title": "sencha"}),
        ("posts", {"title": "off"}),
        ("moderation", {"action": "warn", "reason": "This looks like spam"}),
        ("reports", {"note": "rude", "outcome": None}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_texts_of_people_are_shown_as_they_are(kind: str, entry: dict[str, Any]) -> None:
    shown = in_words(kind, entry, "ja")

    assert {**shown, "action": ""} == {**entry, "action": ""}


@pytest.mark.anyio
async def test_page_has_japanese_words_and_data_the_stored_names(
    place: Place, hana: Browser, alex: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await hana.change("PUT", "/api/account/follows/cultivar:saemidori")
    await hana.change("PUT", f"/api/account/hidden/members/{alex.member_id}", json={"kind": "mute"})
    topics = {"words": ["粉茶"], "categories": ["shop"]}
    await hana.change("PUT", "/api/account/hidden/topics", json=topics)
    await hana.change("PUT", "/api/notifications/read/groups/decisions")
    await hana.change("PUT", f"/api/notifications/read/{post_id}")
    await hana.change("POST", "/api/reports", json={"subject": f"post:{post_id}", "reason": "rude"})
    insert = (
        "INSERT INTO moderation_log (created_at, made_by, action, subject_kind, member_id, reason,"
        " details) VALUES (:at, 'operator', 'warn', 'member', :id, 'rude', '{}')"
    )
    await execute(place.engine, insert, at=START, id=hana.member_id)

    answer = await hana.get("/api/account/export")

    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    page, data = archive.read("index.html").decode(), json.loads(archive.read("data.json"))
    lines = set(re.findall("<p>(.*?)</p>", page))
    muted = {"ミュート中", "ミュートした言葉", "粉茶", "ミュートしたカテゴリー", "お店"}
    assert muted | {"品種", "さえみどり", "運営の対応"} <= lines
    names = {"rude", "warn", "mute", "mute word", "shop", "decisions", "saemidori"}
    assert lines & names == set()
    assert {one["action"] for one in data["hidden"]} == {"mute", "mute word", "mute category"}
    assert [one.get("title", one.get("post_id")) for one in data["reads"]] == [post_id, "decisions"]
