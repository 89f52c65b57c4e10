"""Choices of notifications, and the consent to the weekly letter with its end."""

import io
import json
import zipfile
from typing import Any

import httpx
import pytest

from tests.fake_build import FakePool
from tests.server.community.builders import add_post
from tests.server.community.notifications.test_notifications import (
    comment_on,
    has_mark,
    like_post,
    notifications_of,
)
from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio

PATH = "/api/account/notifications"
FORM = {
    "accept": "text/html",
    "content-type": "application/x-www-form-urlencoded",
    "x-csrf-token": "",
    "x-member-id": "",
}
KINDS = (
    "comment",
    "reply",
    "mention",
    "answer",
    "like",
    "follow",
    "question",
    "report",
    "decision",
)
ALL_ON = dict.fromkeys(KINDS, "on")


async def save_choices(
    browser: Browser, *, consents: bool = False, **channels: str
) -> httpx.Response:
    """Saves the channels of these kinds of notifications; all others are on."""
    body = {"choices": ALL_ON | channels, "consents": consents}
    return await browser.change("PUT", PATH, json=body)


async def read_choices(browser: Browser) -> dict[str, Any]:
    """Returns the member's choices of channels."""
    view: dict[str, Any] = (await browser.get(PATH)).json()
    return view


async def test_every_kind_is_shown_until_the_member_chooses(hana: Browser) -> None:
    view = await read_choices(hana)

    assert (view["choices"], view["consented_at"]) == (ALL_ON, None)
    assert (view["is_letter_offered"], view["email"]) == (True, "hana@example.com")


async def test_kind_that_is_off_is_neither_listed_nor_marked(
    place: Place, hana: Browser, alex: Browser, pool: FakePool
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await comment_on(alex, post_id)
    await like_post(alex, post_id)

    assert (await save_choices(hana, comment="off")).json()["choices"] == ALL_ON | {
        "comment": "off"
    }

    assert [one["kind"] for one in await notifications_of(hana)] == ["like"]
    assert not await has_mark(hana, pool)
    await save_choices(hana)
    assert {one["kind"] for one in await notifications_of(hana)} == {"comment", "like"}
    assert await has_mark(hana, pool)


async def test_letter_needs_a_consent_which_keeps_its_time(place: Place, hana: Browser) -> None:
    refused = await save_choices(hana, comment="letter")
    assert (refused.status_code, refused.json()["code"]) == (422, "notifications.errors.consent")
    assert (await read_choices(hana))["choices"] == ALL_ON

    first = (await save_choices(hana, comment="letter", consents=True)).json()["consented_at"]
    place.moment.advance(minutes=10)
    again = (await save_choices(hana, comment="letter", like="letter", consents=True)).json()

    assert first == "2026-11-21T04:00:00Z" == again["consented_at"]
    assert (await save_choices(hana)).json()["consented_at"] is None


async def test_decisions_cannot_be_turned_off(hana: Browser) -> None:
    refused = await save_choices(hana, decision="off")

    assert (refused.status_code, refused.json()["code"]) == (422, "notifications.errors.decision")


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ("comment=off&like=on&decision=on", "saved"),
        ("comment=letter&like=on&decision=on&consent=1", "saved"),
        ("comment=letter&like=on&decision=on", "consent"),
    ],
)
async def test_form_saves_without_scripts_or_says_why_not(
    hana: Browser, fields: str, outcome: str
) -> None:
    body = f"member={hana.member_id}&{fields}"

    answer = await hana.change("POST", f"{PATH}/form?language=ja", content=body, headers=FORM)

    typed = "" if outcome == "saved" else f"&{fields}"
    wanted = f"/ja/notifications?choices={outcome}{typed}#choices"
    assert (answer.status_code, answer.headers["location"]) == (303, wanted)
    is_saved = (await read_choices(hana))["choices"] != ALL_ON
    assert is_saved == (outcome == "saved")


async def test_form_of_another_member_is_refused(hana: Browser, alex: Browser) -> None:
    body = f"member={alex.member_id}&comment=off&like=on&decision=on"

    answer = await hana.change("POST", f"{PATH}/form?language=en", content=body, headers=FORM)

    assert params_of(answer.headers["location"])["choices"] == "anotherMember"
    assert (await read_choices(hana))["choices"] == ALL_ON


async def test_export_has_choices_and_consent(hana: Browser, place: Place) -> None:
    await save_choices(hana, comment="letter", consents=True)

    answer = await hana.get("/api/account/export")
    data = json.loads(zipfile.ZipFile(io.BytesIO(answer.content)).read("data.json"))

    assert [(one["action"], one["title"]) for one in data["notifications"]] == [
        ("letter", "comment"),
        ("consent", "letter"),
    ]


async def test_choices_end_with_the_account(hana: Browser, place: Place) -> None:
    await save_choices(hana, comment="letter", consents=True)

    removal = {"confirmation": "茶畑 はな", "posts": "keep"}
    assert (await hana.change("DELETE", "/api/account", json=removal)).status_code == 204

    tables = ("notification_choices", "letter_consents", "letters")
    assert [await place.count(table) for table in tables] == [0, 0, 0]
