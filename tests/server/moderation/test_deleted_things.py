"""Cases of things that their author deleted: decisions about the thing and about its author."""

import pytest
import sqlalchemy as sa

from server.community.actions.deletions import finish_deletions
from server.community.dependencies import CommunityDependencies
from server.moderation.tables import Report
from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

UNDO = "/api/{kind}s/{id}/undo"


async def write_text(place: Place, author: Browser, kind: str) -> int:
    """Writes a post or comment of the author and returns its id."""
    if kind == "post":
        return await add_post(place.engine, user_id=author.member_id)
    post_id = await add_post(place.engine)
    given = {"content": "買え"}
    answer = await author.change("POST", f"/api/posts/{post_id}/comments", json=given)
    return int(answer.json()["id"])


async def delete(author: Browser, kind: str, id: int) -> None:
    answer = await author.change("DELETE", f"/api/{kind}s/{id}")
    assert answer.status_code in {200, 204}


async def erase_deleted(place: Place, community: CommunityDependencies) -> None:
    """Advances the clock behind the time of the undo and erases deleted things."""
    place.moment.advance(seconds=13)
    await finish_deletions(community)


async def write_report_and_delete(
    place: Place, author: Browser, reader: Browser, kind: str = "comment"
) -> int:
    """Writes a thing, has the reader report it and the author delete it; returns its id."""
    id = await write_text(place, author, kind)
    await report(reader, f"{kind}:{id}", "rude")
    await delete(author, kind, id)
    return id


async def test_report_on_an_erased_comment_does_not_apply_to_a_later_comment(
    place: Place, hana: Browser, alex: Browser, mori: Browser, community: CommunityDependencies
) -> None:
    id = await write_report_and_delete(place, hana, alex)
    await erase_deleted(place, community)
    later = await write_text(place, alex, "comment")

    [case] = await list_cases(mori)

    assert later > id
    assert case["thing"] is None
    assert (case["subject"], case["member_id"]) == (f"comment:{id}", hana.member_id)


async def test_decision_is_refused_for_a_thing_of_another_author_than_the_report_names(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    # As in databases of earlier versions, which gave the id of a deleted comment to a new one.
    id = await write_text(place, alex, "comment")
    await report(hana, f"comment:{id}")
    async with place.engine.begin() as connection:
        await connection.execute(sa.update(Report).values(member_id=hana.member_id))
    [case] = await list_cases(mori)

    refused = [await decide(mori, case, one) for one in ("hide", "remove")]

    assert case["thing"] is None
    assert [one.status_code for one in refused] == [409, 201]
    assert (await alex.get("/api/session")).status_code == 200
    assert await moderator.record() == []
    assert await value(place.engine, "SELECT count(*) FROM comments") == 1


@pytest.mark.parametrize("act", ["remove-post", "hide-post", "remove-comment", "hide-comment"])
async def test_decision_before_the_undo_is_over_is_carried_out_and_stays(
    place: Place, hana: Browser, alex: Browser, mori: Browser, act: str
) -> None:
    decision, _, kind = act.partition("-")
    id = await write_report_and_delete(place, alex, hana, kind)
    [case] = await list_cases(mori)

    answer = await decide(mori, case, decision)
    await alex.change("POST", UNDO.format(kind=kind, id=id))

    assert (case["thing"]["is_deleted"], answer.status_code) == (True, 201)
    stored = await value(place.engine, f"SELECT count(*) FROM {kind}s WHERE id = {id}")
    withheld = await value(place.engine, f"SELECT count(*) FROM withheld_{kind}s")
    assert (stored, withheld) == ((0, 0) if decision == "remove" else (1, 1))
    [own] = (await alex.get("/api/profiles/me/decisions")).json()
    assert own["action"] == act
    entry = await value(place.engine, "SELECT subject_id FROM moderation_log")
    assert entry == id


async def test_author_who_deleted_the_post_is_named_warned_and_suspended(
    place: Place, hana: Browser, alex: Browser, mori: Browser, community: CommunityDependencies
) -> None:
    for decision in ("warn", "suspend"):
        await write_report_and_delete(place, alex, hana, "post")
        await erase_deleted(place, community)
        [case] = await list_cases(mori)

        refused = await decide(mori, case, "hide")
        answer = await decide(mori, case, decision, days=7 if decision == "suspend" else None)

        assert (case["thing"], case["author"]) == (None, "Alex Leaf")
        assert refused.json()["code"] == "moderation.errors.gone"
        assert answer.status_code == 201, answer.text
        if decision == "warn":
            [own] = (await alex.get("/api/profiles/me/decisions")).json()
            assert (own["action"], own["rule"], own["post_id"]) == ("warn", "spam", None)

    assert (await alex.change("DELETE", "/api/session")).status_code == 403


async def test_author_who_has_left_after_the_deletion_is_not_suspended(
    place: Place, hana: Browser, alex: Browser, mori: Browser, community: CommunityDependencies
) -> None:
    await write_report_and_delete(place, alex, hana)
    await erase_deleted(place, community)
    removal = {"confirmation": "Alex Leaf", "posts": "remove"}
    assert (await alex.change("DELETE", "/api/account", json=removal)).status_code == 204
    [case] = await list_cases(mori)

    answers = [await decide(mori, case, one) for one in ("suspend", "keep")]

    assert answers[0].json()["code"] == "moderation.errors.left"
    assert answers[1].status_code == 201


async def test_reversed_appeal_about_an_erased_comment_logs_no_restoration(
    place: Place, hana: Browser, alex: Browser, mori: Browser, community: CommunityDependencies
) -> None:
    id = await write_text(place, alex, "comment")
    await report(hana, f"comment:{id}")
    [case] = await list_cases(mori)
    await decide(mori, case, "hide")
    [own] = (await alex.get("/api/profiles/me/decisions")).json()
    await delete(alex, "comment", id)
    await erase_deleted(place, community)
    appeal = {"entry_id": own["id"], "note": "お茶の話です"}
    assert (await alex.change("POST", "/api/profiles/me/appeals", json=appeal)).status_code == 204

    answer = {"entry_id": own["id"], "outcome": "reversed", "note": "誤りでした"}
    settled = await mori.change("POST", "/api/moderation/appeals", json=answer)

    assert settled.status_code == 204, settled.text
    decisions = (await alex.get("/api/profiles/me/decisions")).json()
    assert [one["action"] for one in decisions] == ["reverse-decision", "hide-comment"]
