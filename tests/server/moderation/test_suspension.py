"""A suspension signs the member out at once, gives its reason, and ends on time."""

import io
import json
import zipfile
from datetime import UTC, datetime, timedelta

import pytest

from server.accounts.sessions.actions.suspension import reinstate, suspend
from server.accounts.sessions.rules import suspension_end
from server.database.engine import create_sessions
from server.database.transaction import transaction
from server.moderation.rules import Attribution
from tests.server.community.builders import NEW, add_post, value
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator

pytestmark = pytest.mark.anyio

ATTRIBUTION = Attribution("Mori", "advertising")
# The offset of Japan, whose days the site uses.
IN_JAPAN = timedelta(hours=9)


async def suspend_member(place: Place, browser: Browser, days: int | None) -> bool:
    """Suspends the browser's member, without an end if `days` is None; returns if that changed."""
    now = place.moment()
    until = suspension_end(now, days) if days else None
    async with transaction(create_sessions(place.engine)) as opened:
        return await suspend(opened, ATTRIBUTION, member_id=browser.member_id, until=until, now=now)


@pytest.mark.parametrize(
    ("now", "end"),
    [
        (datetime(2026, 11, 21, 14, 59, tzinfo=UTC), datetime(2026, 11, 28, 15, tzinfo=UTC)),
        (datetime(2026, 11, 21, 15, 0, tzinfo=UTC), datetime(2026, 11, 29, 15, tzinfo=UTC)),
    ],
)
def test_suspension_of_some_days_ends_at_midnight_in_japan(now: datetime, end: datetime) -> None:
    assert suspension_end(now, 7) == end


async def test_suspended_member_is_signed_out_and_can_only_read(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    async with place.browser() as elsewhere:
        await elsewhere.sign_in("development-hana")
        member_id = hana.member_id

        result = await moderator.run("suspend", member_id, "--days", "7")

        assert f"Member {member_id} is suspended until" in result.out
        for browser in (hana, elsewhere):
            assert (await browser.read_session())["member"] is None
            assert (await browser.get("/api/profiles/me")).status_code == 401
            assert (await browser.get(f"/post/{post_id}")).status_code == 200
            refused = await browser.change("POST", "/api/posts", json=NEW)
            assert (refused.status_code, refused.json()["code"]) == (403, "app.suspended")
            refreshed = await browser.change("POST", "/api/session/refresh")
            assert refreshed.status_code == 403


async def test_sign_in_succeeds_after_the_suspension_has_expired(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await suspend_member(place, hana, 1)

    place.moment.now = datetime(2026, 11, 23, tzinfo=UTC) - IN_JAPAN - timedelta(seconds=1)
    refused = await visitor.sign_in("development-hana")
    place.moment.advance(seconds=1)
    answer = await visitor.sign_in("development-hana")

    assert refused.headers["location"] == "/suspended"
    assert answer.headers["location"] == "/auth/callback?signed_in=1&welcome=1"


async def test_reinstated_member_has_to_sign_in_again(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    member_id = hana.member_id
    await suspend_member(place, hana, None)

    result = await moderator.run("reinstate", member_id, reason="a mistake")

    assert result.out == f"Member {member_id} is reinstated and may sign in again.\n"
    assert (await hana.read_session())["member"] is None
    assert (await hana.change("POST", "/api/posts", json=NEW)).status_code == 401
    answer = await hana.sign_in("development-hana")
    assert answer.headers["location"] == "/auth/callback?signed_in=1&welcome=1"
    assert hana.member_id == member_id


async def test_repeated_suspend_or_reinstate_changes_nothing(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    member_id = hana.member_id
    for words, message in {
        ("reinstate", member_id): "is not suspended; nothing was changed.",
        ("suspend", member_id): "they are signed out everywhere.",
        ("suspend", member_id, "--by", "Sato"): "already; nothing was changed.",
        ("suspend", member_id, "--days", "3"): "they are signed out everywhere.",
        ("suspend", member_id, "--days", "3", "--by", "Sato"): "already; nothing was changed.",
    }.items():
        assert message in (await moderator.run(*words)).out

    assert [entry.action for entry in await moderator.record()] == ["suspend", "suspend"]
    assert await place.count("accounts") == 1


async def test_suspension_does_not_affect_other_members(
    place: Place, hana: Browser, alex: Browser
) -> None:
    await suspend_member(place, hana, 7)

    assert (await alex.change("POST", "/api/posts", json=NEW)).status_code == 201
    assert (await alex.read_session())["member"]["id"] == alex.member_id


async def test_posts_of_a_suspended_member_stay_visible(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)

    await suspend_member(place, hana, 7)

    post = (await visitor.get(f"/api/posts/{post_id}")).json()
    assert post["user"]["id"] == hana.member_id


async def test_export_contains_the_moderation_of_its_own_member_only(
    place: Place, hana: Browser, alex: Browser
) -> None:
    member_id = hana.member_id
    await suspend_member(place, hana, 1)
    async with transaction(create_sessions(place.engine)) as opened:
        now = place.moment()
        assert await reinstate(opened, ATTRIBUTION, member_id=member_id, now=now)
    await hana.sign_in("development-hana")

    answer = await hana.get("/api/account/export")

    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    entries = json.loads(archive.read("data.json"))["moderation"]
    assert [(entry["action"], entry["reason"]) for entry in entries] == [
        ("suspend", "advertising"),
        ("reinstate", "advertising"),
    ]
    assert entries[0]["details"] == {"until": "2026-11-23"}
    assert "Mori" not in archive.read("data.json").decode()
    assert "<p>advertising</p>" in archive.read("index.html").decode()
    others = await alex.get("/api/account/export")
    data = zipfile.ZipFile(io.BytesIO(others.content)).read("data.json")
    assert json.loads(data)["moderation"] == []


async def test_log_entry_of_a_removed_member_names_no_member(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    member_id = hana.member_id
    post_id = await add_post(place.engine, user_id=member_id)
    await moderator.run("remove-post", str(post_id))
    removal = {"confirmation": "茶畑 はな", "posts": "remove"}

    assert (await hana.change("DELETE", "/api/account", json=removal)).status_code == 204

    [entry] = await moderator.record()
    assert (entry.action, entry.subject_id, entry.member_id) == ("remove-post", post_id, None)
    assert await value(place.engine, "SELECT COUNT(*) FROM accounts") == 0
    listed = (await moderator.run("log")).out
    assert f"member {entry.former_member} who has left" in listed
    assert member_id not in listed


async def test_log_lists_newest_first_and_filters_by_member(
    place: Place, hana: Browser, alex: Browser, moderator: Moderator
) -> None:
    assert (await moderator.run("log")).out == "Nothing was moderated.\n"
    for browser in (hana, alex):
        await suspend_member(place, browser, 2)

    everybody = (await moderator.run("log")).out.splitlines()
    newest = (await moderator.run("log", "--limit", "1")).out.splitlines()
    of_hana = (await moderator.run("log", "--member", hana.member_id)).out.splitlines()

    assert newest == everybody[:1]
    assert alex.member_id in newest[0]
    assert of_hana == everybody[1:]
    assert everybody[1] == (
        f"2026-11-21T04:00:00Z | Mori | suspend | member | member {hana.member_id} | "
        "until 2026-11-24 | advertising | entry 1"
    )
