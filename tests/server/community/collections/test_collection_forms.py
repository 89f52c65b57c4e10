"""The form of collections without scripts: its changes, and the page that follows."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from server.contracts.limits import LIMITS
from tests.server.community.builders import add_posts
from tests.server.community.collections.test_collections import (
    counts_by_name,
    create_collection,
    posts_in,
)
from tests.server.community.test_follows import FORM
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def send_form(
    browser: Browser, language: str = "ja", **fields: Any
) -> tuple[str, dict[str, str]]:
    """Sends the form as a browser without scripts; returns path and query of the next page."""
    path = f"/api/account/collections/form?language={language}"
    data = {"member": browser.member_id, **fields}
    answer = await browser.change("POST", path, data=data, headers=FORM)
    assert answer.status_code == 303, answer.text
    target = urlsplit(answer.headers["location"])
    query = {name: values[0] for name, values in parse_qs(target.query).items()}
    return target.path, query


async def test_collection_is_created_filled_changed_emptied_and_deleted(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    first, second, unsaved = await add_posts(place.engine, [{}, {}, {}])
    for post_id in (first, second):
        await hana.change("PUT", f"/api/posts/{post_id}/saved")

    assert await send_form(hana, act="create", name="水出し") == (
        "/ja/profile",
        {"tab": "saved", "collections": "create"},
    )
    [entry] = (await hana.get("/api/account/collections")).json()["collections"]
    id = entry["id"]
    added = await send_form(hana, act="add", collection=id, posts=[first, second, unsaved])
    assert added == ("/ja/profile", {"tab": "saved", "collections": "add"})
    assert await posts_in(hana, id) == [second, first]

    changed = await send_form(
        hana, "en", act="change", collection=id, name="Cold brew", shared="on"
    )
    assert changed == (f"/collections/{id}", {"collections": "change"})
    assert await posts_in(visitor, id) == [second, first]

    removed = await send_form(hana, act="remove", collection=id, posts=first)
    assert removed == (f"/ja/collections/{id}", {"collections": "remove"})
    assert await posts_in(hana, id) == [second]

    deleted = await send_form(hana, act="delete", collection=id)
    assert deleted == ("/ja/profile", {"tab": "saved", "collections": "delete"})
    assert await counts_by_name(hana) == {}


async def test_refused_name_is_returned_with_the_reason(hana: Browser) -> None:
    id = await create_collection(hana, "玉露")
    long = "あ" * (LIMITS.collection_name_characters + 1)

    created = await send_form(hana, act="create", name=long)
    changed = await send_form(hana, act="change", collection=id, name=" ")

    assert created == ("/ja/profile", {"tab": "saved", "collections": "long", "name": long})
    assert changed == (f"/ja/collections/{id}", {"collections": "blank", "name": " "})
    assert list(await counts_by_name(hana)) == ["玉露"]


async def test_form_of_a_collection_of_another_member_leads_to_the_own_saved_posts(
    hana: Browser, alex: Browser
) -> None:
    id = await create_collection(hana, "玉露")
    unknown = ("/ja/profile", {"tab": "saved", "collections": "unknown", "name": "x"})

    for act in ("change", "delete", "add", "remove"):
        assert await send_form(alex, act=act, collection=id, name="x", posts="1") == unknown

    assert list(await counts_by_name(hana)) == ["玉露"]


@pytest.mark.parametrize(
    ("on", "page"), [("", "/ja/profile"), ("&on=3f-a", "/ja/collections/3f-a"),
                     ("&on=..%2F..%2Flogin", "/ja/profile")],
)  # fmt: skip
async def test_form_of_a_visitor_leads_to_the_sign_in_and_back_with_the_name(
    visitor: Browser, on: str, page: str
) -> None:
    path, query = await send_form(visitor, f"ja{on}", act="create", name="水出し")

    assert (path, query["error"]) == ("/ja/login", "expired")
    back = urlsplit(query["return"])
    assert (back.path, parse_qs(back.query)["name"]) == (page, ["水出し"])


async def test_form_of_another_member_changes_nothing(hana: Browser, alex: Browser) -> None:
    _, query = await send_form(hana, member=alex.member_id, act="create", name="x")

    assert query["collections"] == "anotherMember"
    assert await counts_by_name(hana) == {}
