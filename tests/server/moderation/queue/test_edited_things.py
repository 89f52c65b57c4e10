"""Decisions on a text that its author edited after the moderator had read it."""

import pytest

from tests.conftest import ORIGIN
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place, params_of
from tests.server.moderation.test_cases import decide, list_cases, mori, report
from tests.server.moderation.test_undone_acts import acts_of, report_and_decide

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)

CHANGED = (409, "moderation.errors.changed")


@pytest.fixture
async def post_id(place: Place, alex: Browser) -> int:
    """Inserts a post of Alex; returns its id."""
    return await add_post(place.engine, user_id=alex.member_id, category="culture")


async def edit_post(place: Place, author: Browser, post_id: int, content: str) -> None:
    """Advances the clock by a minute and edits a post."""
    place.moment.advance(minutes=1)
    edit = {"content": content, "category": "culture"}
    answer = await author.change("PUT", f"/api/posts/{post_id}", json=edit)
    assert answer.status_code == 200, answer.text


async def undo_act(moderator: Browser, act: dict[str, object]) -> tuple[int, str]:
    """Undoes an act that the moderator has read; returns the status and the refusal's code."""
    thing = act["thing"]
    assert isinstance(thing, dict)
    path = f"/api/moderation/entries/{act['id']}/undo"
    answer = await moderator.change("POST", path, json={"edited_at": thing["edited_at"]})
    return answer.status_code, answer.json()["code"] if answer.content else ""


async def test_post_that_was_edited_after_the_moderator_read_it_is_not_decided(
    place: Place, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    await report(hana, f"post:{post_id}")
    [read] = await list_cases(mori)
    await edit_post(place, alex, post_id, "ばか")

    late = await decide(mori, read, "keep")

    [case] = await list_cases(mori)
    assert (late.status_code, late.json()["code"]) == CHANGED
    assert (case["thing"]["text"], case["seen"]) == ("ばか", read["seen"])
    assert case["thing"]["edited_at"] > case["reports"][0]["created_at"]
    await edit_post(place, alex, post_id, "お茶の話")
    assert (await decide(mori, case, "remove")).status_code == 409
    [again] = await list_cases(mori)
    assert (await decide(mori, again, "keep")).status_code == 201


async def test_comment_that_was_edited_after_the_moderator_read_it_is_not_decided(
    place: Place, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    path = f"/api/posts/{post_id}/comments"
    number = (await alex.change("POST", path, json={"content": "お茶"})).json()["id"]
    await report(hana, f"comment:{number}")
    [read] = await list_cases(mori)
    edit = {"content": "ばか"}
    assert (await alex.change("PUT", f"/api/comments/{number}", json=edit)).status_code == 200

    late = await decide(mori, read, "warn")

    assert (late.status_code, late.json()["code"]) == CHANGED


async def test_profile_that_was_changed_after_the_moderator_read_it_is_not_decided(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await report(hana, f"member:{alex.member_id}")
    [read] = await list_cases(mori)
    place.moment.advance(minutes=1)
    profile = {"display_name": "Alex", "language": "ja", "bio": "ばか"}
    answer = await alex.change("PUT", "/api/profiles/me", json=profile)
    assert answer.status_code == 200, answer.text

    late = await decide(mori, read, "keep")

    assert (late.status_code, late.json()["code"]) == CHANGED
    shown = (await hana.get(f"/api/reports/member:{alex.member_id}")).json()
    assert shown["edited_at"] is None


async def test_form_of_a_decision_names_the_edit_that_was_read(
    place: Place, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    await edit_post(place, alex, post_id, "お茶の話")
    await report(hana, f"post:{post_id}")
    [case] = await list_cases(mori)
    form = {"subject": case["subject"], "decision": "keep", "seen": str(case["seen"])}
    form |= {"rule": "spam", "member": mori.member_id}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}
    path = "/api/moderation/decisions/form"

    unread = await mori.http.post(path, data=form, headers=headers)
    read = await mori.http.post(
        path, data={**form, "edited_at": case["thing"]["edited_at"]}, headers=headers
    )

    assert params_of(unread.headers["location"])["error"] == "moderation.errors.changed"
    assert read.headers["location"] == "/moderation?done=1"


async def test_hiding_of_a_post_that_was_edited_since_is_not_undone_before_it_is_read(
    place: Place, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    await report_and_decide(mori, hana, f"post:{post_id}", "hide")
    [read] = await acts_of(mori)
    await edit_post(place, alex, post_id, "ばか")

    assert await undo_act(mori, read) == CHANGED

    assert (await hana.get(f"/api/posts/{post_id}")).status_code == 404
    [act] = await acts_of(mori)
    [entry] = (await mori.get("/api/moderation/entries")).json()["entries"]
    assert entry["thing"] == act["thing"]
    assert await undo_act(mori, act) == (204, "")


async def test_reversed_appeal_does_not_restore_a_text_that_was_edited_since(
    place: Place, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    await report_and_decide(mori, hana, f"post:{post_id}", "hide")
    [decision] = (await alex.get("/api/profiles/me/decisions")).json()
    appeal = {"entry_id": decision["id"], "note": "お茶の話です"}
    await alex.change("POST", "/api/profiles/me/appeals", json=appeal)
    [read] = (await mori.get("/api/moderation/appeals")).json()["appeals"]
    await edit_post(place, alex, post_id, "ばか")
    answer = {"entry_id": decision["id"], "note": "確認しました", "outcome": "reversed"}
    path = "/api/moderation/appeals"

    late = await mori.change("POST", path, json={**answer, "edited_at": read["thing"]["edited_at"]})

    assert (late.status_code, late.json()["code"]) == CHANGED
    [again] = (await mori.get(path)).json()["appeals"]
    edited_at = again["thing"]["edited_at"]
    done = await mori.change("POST", path, json={**answer, "edited_at": edited_at})
    assert done.status_code == 204
    assert (await hana.get(f"/api/posts/{post_id}")).status_code == 200
