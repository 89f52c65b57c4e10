"""Acts with nothing left to undo: neither the queue nor the log offers their undo."""

import pytest
import sqlalchemy as sa

from server.community.dependencies import CommunityDependencies
from server.community.tables import Post
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import mori
from tests.server.moderation.test_deleted_things import delete, erase_deleted, write_text
from tests.server.moderation.test_former_members import leave_suspended
from tests.server.moderation.test_undone_acts import acts_of, report_and_decide, undo_act

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)


async def offered_undos(moderator: Browser) -> list[str]:
    """Returns the actions whose undo queue and log offer, newest first; checks that both agree."""
    entries = (await moderator.get("/api/moderation/entries")).json()["entries"]
    in_log = [one["action"] for one in entries if one["can_undo"]]
    assert [one["action"] for one in await acts_of(moderator)] == in_log
    return in_log


async def test_acts_on_posts_and_comments_that_are_gone_are_not_offered(
    place: Place, hana: Browser, alex: Browser, mori: Browser, community: CommunityDependencies
) -> None:
    comment = await write_text(place, alex, "comment")
    await report_and_decide(mori, hana, f"comment:{comment}", "hide")
    for decision, more in (("hide", {}), ("lock", {}), ("move", {"category": "culture"})):
        post_id = await add_post(place.engine, user_id=alex.member_id, title="Zopf", rating=4)
        await report_and_decide(mori, hana, f"post:{post_id}", decision, **more)
    hidden = (await acts_of(mori))[2]
    assert await offered_undos(mori) == ["move-post", "lock-comments", "hide-post", "hide-comment"]

    await delete(alex, "comment", comment)
    async with place.engine.begin() as connection:
        await connection.execute(sa.delete(Post).where(Post.user_id == alex.member_id))
    await erase_deleted(place, community)

    assert await offered_undos(mori) == []
    assert await undo_act(mori, hidden) in {404, 410}


async def test_warning_about_a_gone_post_can_still_be_withdrawn(
    place: Place, hana: Browser, alex: Browser, mori: Browser, community: CommunityDependencies
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await report_and_decide(mori, hana, f"post:{post_id}", "warn")
    await delete(alex, "post", post_id)
    await erase_deleted(place, community)

    [warning] = await acts_of(mori)

    assert await offered_undos(mori) == ["warn"]
    assert await undo_act(mori, warning) == 204


async def test_suspension_is_offered_until_it_is_over(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await report_and_decide(mori, hana, f"member:{alex.member_id}", "suspend", days=3)
    place.moment.advance(minutes=60 * 24 * 3)
    assert await offered_undos(mori) == ["suspend"]

    place.moment.advance(minutes=60 * 24)

    assert await offered_undos(mori) == []


async def test_suspension_of_a_member_who_has_left_is_offered_until_it_is_over(
    place: Place, hana: Browser, mori: Browser
) -> None:
    await leave_suspended(place, hana, 3)
    assert await offered_undos(mori) == ["suspend"]

    place.moment.advance(minutes=60 * 24 * 4)

    assert await offered_undos(mori) == []
