"""Acts that can be undone: hide, lock comments, move, suspend, warn; each undo is in the log."""

from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.queries.moderation_log import can_be_undone
from server.moderation import rules
from server.moderation.schemas import UndoableAction
from tests.conftest import ORIGIN
from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import QUEUE, decide, list_cases, mori, report

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)

CATEGORIES = ("review", "culture")
# Action of the undo in the log, by decision.
UNDOS = {
    "hide": "restore-post", "lock": "unlock-comments", "move": "return-post",
    "suspend": "reinstate", "warn": "withdraw-warning",
}  # fmt: skip


@pytest.fixture
async def post_id(place: Place, alex: Browser) -> int:
    """Inserts a review of Alex; returns its id."""
    return await add_post(
        place.engine, user_id=alex.member_id, title="Zopf", rating=4, tea_variety="saemidori"
    )


async def report_and_decide(
    moderator: Browser, reader: Browser, subject: str, decision: str, **more: object
) -> None:
    """Reports a subject and decides its case."""
    await report(reader, subject)
    [case] = await list_cases(moderator)
    answer = await decide(moderator, case, decision, **more)
    assert answer.status_code == 201, answer.text


async def acts_of(moderator: Browser) -> list[dict[str, Any]]:
    """Returns the acts whose undo the queue offers."""
    acts: list[dict[str, Any]] = (await moderator.get(QUEUE)).json()["acts"]
    return acts


async def undo_act(moderator: Browser, act: dict[str, Any], note: str | None = None) -> int:
    """Undoes an act and returns the status."""
    path = f"/api/moderation/entries/{act['id']}/undo"
    return (await moderator.change("POST", path, json={"note": note})).status_code


async def own_actions(member: Browser) -> list[str]:
    return [one["action"] for one in (await member.get("/api/profiles/me/decisions")).json()]


@pytest.mark.databases("sqlite")
def test_queue_and_log_offer_the_undo_of_every_action_that_has_one() -> None:
    condition = can_be_undone(datetime(2026, 11, 28, tzinfo=UTC), has_comments=True).compile()
    compared = {value for value in condition.params.values() if isinstance(value, str)}

    assert compared & {*get_args(rules.Action)} == {*rules.UNDOS}
    assert {*get_args(UndoableAction)} == {*rules.UNDOS}


async def test_hidden_post_is_seen_by_author_and_moderators_until_the_undo(
    hana: Browser, alex: Browser, mori: Browser, visitor: Browser, post_id: int
) -> None:
    await report_and_decide(mori, hana, f"post:{post_id}", "hide", note="住所が読めます")

    readers = (visitor, hana, mori, alex)
    path = f"/api/posts/{post_id}"
    assert [(await one.get(path)).status_code for one in readers] == [404, 404, 200, 200]
    assert (await alex.get(path)).json()["withheld"] == "hidden"
    for path_of_list in ("/api/posts", f"/api/members/{alex.member_id}/posts", "/feed.atom"):
        seen = ["Zopf" in (await one.get(path_of_list)).text for one in readers]
        assert seen == [False, False, False, path_of_list != "/feed.atom"], path_of_list
    assert (await hana.change("PUT", f"{path}/like")).status_code == 404
    own = (await alex.get("/api/profiles/me/decisions")).json()
    assert (own[0]["action"], own[0]["note"]) == ("hide-post", "住所が読めます")

    [act] = await acts_of(mori)
    assert (act["action"], act["thing"]["text"].startswith("Zopf")) == ("hide-post", True)
    assert await undo_act(mori, act, "消してくださいました") == 204

    assert [(await one.get(path)).status_code for one in readers] == [200] * 4
    assert (await alex.get(path)).json()["withheld"] is None
    assert await own_actions(alex) == ["restore-post", "hide-post"]
    assert await acts_of(mori) == []
    assert await undo_act(mori, act) == 409


async def test_hidden_comment_is_not_counted_and_restored_as_the_answer(
    place: Place, hana: Browser, alex: Browser, mori: Browser, visitor: Browser
) -> None:
    question = await add_post(place.engine, user_id=hana.member_id, category="question")
    path = f"/api/posts/{question}/comments"
    comment = (await alex.change("POST", path, json={"content": "番茶"})).json()
    await hana.change("PUT", f"/api/comments/{comment['id']}/answer")
    await report_and_decide(mori, hana, f"comment:{comment['id']}", "hide")

    async def seen(reader: Browser) -> tuple[int, list[str | None], int | None]:
        page = (await reader.get(path)).json()
        post = (await reader.get(f"/api/posts/{question}")).json()
        return page["total"], [one["withheld"] for one in page["comments"]], post["answer_id"]

    assert [await seen(one) for one in (visitor, hana, alex)] == [
        (0, [], None), (0, [], None), (0, ["hidden"], None),
    ]  # fmt: skip
    [act] = await acts_of(mori)
    assert await undo_act(mori, act) == 204
    assert await seen(visitor) == (1, [None], comment["id"])


async def test_locked_comments_take_no_new_comment_until_unlocked(
    hana: Browser, alex: Browser, mori: Browser, visitor: Browser, post_id: int
) -> None:
    path = f"/api/posts/{post_id}/comments"
    first = (await hana.change("POST", path, json={"content": "はい"})).json()
    earlier = f"/api/comments/{first['id']}"
    await report_and_decide(mori, hana, f"post:{post_id}", "lock")

    async def written(author: Browser) -> tuple[int, str | None]:
        answer = await author.change("POST", path, json={"content": "はい"})
        return answer.status_code, answer.json().get("code")

    assert [await written(one) for one in (hana, alex)] == [(403, "postDetail.commentsLocked")] * 2
    rewritten = await hana.change("PUT", earlier, json={"content": "いいえ"})
    assert (rewritten.status_code, rewritten.json()["code"]) == (403, "postDetail.commentsLocked")
    shown = (await visitor.get(f"/api/posts/{post_id}")).json()
    assert shown["are_comments_locked"] is True
    [act] = await acts_of(mori)
    assert await undo_act(mori, act) == 204
    assert (await written(hana))[0] == 201
    assert (await hana.change("PUT", earlier, json={"content": "いいえ"})).status_code == 200


async def test_moved_post_loses_fields_of_its_category_and_gets_them_back(
    hana: Browser, alex: Browser, mori: Browser, visitor: Browser, post_id: int
) -> None:
    await report(hana, f"post:{post_id}", "wrongCategory")
    [case] = await list_cases(mori)
    refused = [await decide(mori, case, "move", category=one) for one in ("review", "tea", None)]
    await decide(mori, case, "move", category="culture")

    async def fields() -> tuple[object, ...]:
        post = (await visitor.get(f"/api/posts/{post_id}")).json()
        found = (await visitor.get("/api/posts?search=saemidori")).json()["posts"]
        return post["category"], post["rating"], post["tea_variety"], post["title"], len(found)

    assert [answer.status_code for answer in refused] == [409, 422, 422]
    assert await fields() == ("culture", None, None, "Zopf", 0)
    edits = {one: {"content": "静岡の新茶", "title": "Zopf", "category": one} for one in CATEGORIES}
    path = f"/api/posts/{post_id}"
    edited = [await alex.change("PUT", path, json=one) for one in edits.values()]
    assert [answer.status_code for answer in edited] == [403, 200]
    assert edited[0].json()["code"] == "postRefusals.moved"
    [act] = await acts_of(mori)
    assert await undo_act(mori, act) == 204
    assert await fields() == ("review", 4, "saemidori", "Zopf", 1)


@pytest.mark.parametrize("decision", ["suspend", "warn"])
async def test_suspension_and_warning_are_undone_by_an_entry_of_their_own(
    database: AsyncEngine, hana: Browser, alex: Browser, mori: Browser, decision: str
) -> None:
    await report_and_decide(mori, hana, f"member:{alex.member_id}", decision)
    [act] = await acts_of(mori)
    assert (act["member_id"], act["member_name"]) == (alex.member_id, "Alex Leaf")

    assert await undo_act(mori, act) == 204

    assert await value(database, "SELECT entry_id FROM undone_entries") == act["id"]
    select = "SELECT action FROM moderation_log ORDER BY id DESC LIMIT 1"
    assert await value(database, select) == UNDOS[decision]
    suspended = "SELECT count(*) FROM accounts WHERE suspended_at IS NOT NULL"
    assert await value(database, suspended) == 0
    counts = (await hana.get("/api/moderation/log")).json()
    assert {one["action"] for one in counts} == {decision, UNDOS[decision]}


async def test_sign_out_everywhere_ends_sessions_and_suspends_nobody(
    database: AsyncEngine, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    await report_and_decide(mori, hana, f"post:{post_id}", "sign-out")

    assert (await alex.get("/api/profiles/me")).status_code == 401
    assert await acts_of(mori) == []
    assert await value(database, "SELECT action FROM moderation_log") == "sign-out"
    assert (await hana.get(f"/api/posts/{post_id}")).status_code == 200


async def test_undo_is_for_moderators_with_a_recent_sign_in(
    place: Place, hana: Browser, mori: Browser, visitor: Browser, post_id: int
) -> None:
    await report_and_decide(mori, hana, f"post:{post_id}", "hide")
    [act] = await acts_of(mori)
    by_others = [await undo_act(one, act) for one in (visitor, hana)]
    place.moment.advance(minutes=16)

    late = await undo_act(mori, act)

    assert (by_others, late) == ([401, 403], 403)


async def test_undo_needs_no_script(
    hana: Browser, mori: Browser, visitor: Browser, post_id: int
) -> None:
    await report_and_decide(mori, hana, f"post:{post_id}", "hide")
    [act] = await acts_of(mori)
    path = f"/api/moderation/entries/{act['id']}/undo/form"
    form = {"member": mori.member_id, "note": "", "language": "ja"}
    path += "?language=ja"
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}

    answers = [await mori.http.post(path, data=form, headers=headers) for _ in range(2)]

    targets = [answer.headers["location"] for answer in answers]
    assert targets == [
        "/ja/moderation?done=undo", f"/ja/moderation?error=moderation.errors.undo&undo={act['id']}",
    ]  # fmt: skip
    assert (await visitor.get(f"/api/posts/{post_id}")).status_code == 200


async def test_commands_write_the_same_records(
    visitor: Browser, moderator: Moderator, post_id: int
) -> None:
    path = f"/api/posts/{post_id}"
    hidden = await moderator.run("decide", f"post:{post_id}", "hide")
    again = await moderator.run("decide", f"post:{post_id}", "hide")
    assert (hidden.code, again.code, (await visitor.get(path)).status_code) == (0, 1, 404)
    [entry] = await moderator.record()

    undone = await moderator.run("undo", str(entry.id))

    assert (undone.code, (await moderator.run("undo", str(entry.id))).code) == (0, 1)
    assert [one.action for one in await moderator.record()] == ["hide-post", "restore-post"]
    assert (await visitor.get(path)).status_code == 200
    moved = await moderator.run("decide", f"post:{post_id}", "move", "--category", "culture")
    assert (moved.code, (await visitor.get(path)).json()["category"]) == (0, "culture")
    assert f"entry {entry.id}" in (await moderator.run("log")).out


async def test_undone_decision_offers_no_appeal_and_refuses_one(
    hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    await report_and_decide(mori, hana, f"post:{post_id}", "warn")
    [act] = await acts_of(mori)
    await undo_act(mori, act)

    appeal = {"entry_id": act["id"], "note": "お茶の話です"}
    answer = await alex.change("POST", "/api/profiles/me/appeals", json=appeal)

    own = (await alex.get("/api/profiles/me/decisions")).json()
    assert [one["can_appeal"] for one in own] == [False, False]
    assert (answer.status_code, answer.json()["code"]) == (409, "account.appeal.errors.undone")
