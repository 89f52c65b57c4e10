"""What a moderator removes by command is gone from the running site, and stands in the record."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.moderation import remove_comment, remove_post
from server.community.dependencies import CommunityDependencies
from server.community.moderation_poll import ModerationPoll
from server.community.tables import Comment
from server.errors import Refusal
from server.media.storage.local import LocalStorage
from server.moderation.rules import Attribution
from server.realtime.channel import create_channel
from server.realtime.events import CommentRemoved, Event, PostChanged, PostRemoved
from tests.server.community.builders import add_image, add_members, add_post, value
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator

pytestmark = pytest.mark.anyio

# Hosts look at the record every second.
SOON_S = 2.0
WARRANT = Attribution("Mori", "advertising")


async def soon(is_so: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(SOON_S):
        while not await is_so():
            await asyncio.sleep(0.05)


async def commented(browser: Browser, post_id: int) -> int:
    path = f"/api/posts/{post_id}/comments"
    return int((await browser.change("POST", path, json={"content": "安い！"})).json()["id"])


async def test_removed_post_leaves_every_cached_page_within_two_seconds(
    place: Place, reader: Browser, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id, content="格安の茶")
    pages = ("/community", f"/post/{post_id}", f"/members/{hana.member_id}")
    assert all(["格安の茶" in (await reader.get(page)).text for page in pages])

    told = await moderator.says("remove-post", str(post_id))

    assert (told.code, told.err) == (0, "")
    assert f"Post {post_id} is removed" in told.out

    async def is_gone() -> bool:
        return not any(["格安の茶" in (await reader.get(page)).text for page in pages])

    await soon(is_gone)
    assert (await reader.get(f"/post/{post_id}")).status_code == 410
    assert (await reader.get(f"/api/posts/{post_id}")).status_code == 410


async def test_host_sends_events_of_the_moderation_log_to_open_pages() -> None:
    channel = create_channel(None)
    heard: list[object] = []
    channel.listen(heard.extend)

    with channel.subscribers.subscription("203.0.113.7") as subscriber:
        channel.publish_here([PostRemoved(7)])

        assert subscriber is not None
        assert await subscriber.next() == '{"type":"postRemoved","id":7}'
    assert heard == [PostRemoved(7)]


async def test_its_pictures_and_cards_are_removed_with_it(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    storage = LocalStorage(place.settings.data_dir / "media")
    post_id = await add_post(place.engine, user_id=hana.member_id)
    image = await add_image(place.engine, hana.member_id, post_id=post_id)
    name = await value(place.engine, "SELECT name FROM post_images WHERE id = :id", id=image)
    card = f"post-{post_id}-ja/0123.jpg"
    await storage.put("post-images", name, data=b"picture", media_type="image/jpeg")
    await storage.put("cards", card, data=b"card", media_type="image/jpeg")

    await moderator.says("remove-post", str(post_id))

    assert await storage.get("post-images", name) is None
    assert await storage.get("cards", card) is None
    assert await place.count("post_images") == await place.count("pending_removals") == 0


async def test_a_removed_comment_leaves_the_page_and_the_number(
    place: Place, reader: Browser, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine)
    comment_id = await commented(hana, post_id)
    page = f"/post/{post_id}"
    await soon(lambda: shows(reader, page, "安い！"))

    told = await moderator.says("remove-comment", str(comment_id))

    assert told.out == f"Comment {comment_id} is removed from post {post_id}.\n"
    await soon(lambda: shows(reader, page, '"commentsCount":0'))
    assert "安い！" not in (await reader.get(page)).text


async def shows(browser: Browser, path: str, words: str) -> bool:
    return words in (await browser.get(path)).text


async def test_log_entry_names_moderator_action_member_and_reason(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    comment_id = await commented(hana, post_id)

    await moderator.says("remove-comment", str(comment_id), reason="rude", by="Sato")
    await moderator.says("remove-post", str(post_id))

    first, second = await moderator.record()
    assert (first.action, first.subject_kind, first.subject_id) == (
        "remove-comment",
        "comment",
        comment_id,
    )
    assert (first.made_by, first.reason, first.details) == ("Sato", "rude", {"post_id": post_id})
    assert (second.action, second.subject_id, second.reason) == (
        "remove-post",
        post_id,
        "advertising",
    )
    assert first.member_id == second.member_id == hana.member_id


async def test_what_is_removed_already_is_said_and_not_recorded_twice(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine)
    comment_id = await commented(hana, post_id)
    for words in (("remove-comment", str(comment_id)), ("remove-post", str(post_id))):
        await moderator.says(*words)

        told = await moderator.says(*words)

        assert told.code == 0
        assert "was removed already, by Mori at 20" in told.out
    assert len(await moderator.record()) == 2


async def test_unknown_post_has_its_own_message(moderator: Moderator) -> None:
    for words, said in {
        ("remove-post", "7"): "there is no post 7, and there never was.",
        ("remove-comment", "7"): "there is no comment 7.",
        ("suspend", "nobody"): "there is no member nobody.",
        ("reinstate", "nobody"): "there is no member nobody.",
    }.items():
        told = await moderator.says(*words)

        assert (told.code, told.out, told.err) == (1, "", f"Nothing was changed: {said}")
    assert await moderator.record() == []


@pytest.mark.parametrize("reason", ["", " \u3000", "x" * 1001, "a\u202eb", "a\nb"])
async def test_nothing_is_done_without_a_reason_that_can_be_read(
    place: Place, moderator: Moderator, reason: str
) -> None:
    post_id = await add_post(place.engine)

    told = await moderator.says("remove-post", str(post_id), reason=reason)

    assert told.code == 1
    assert "--reason" in told.err
    assert await place.count("posts") == 1


async def test_without_its_line_in_the_record_nothing_is_removed(
    place: Place, database: AsyncEngine, community: CommunityDependencies
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database, user_id=member.id)
    incomplete = Attribution("Mori", None)  # type: ignore[arg-type]

    with pytest.raises(Refusal):
        await remove_post(community, incomplete, post_id=post_id)

    assert await place.count("posts") == 1
    assert await place.count("removed_posts") == 0


async def test_each_host_tells_its_open_pages_once(
    database: AsyncEngine, community: CommunityDependencies
) -> None:
    heard: list[Event] = []
    [member] = await add_members(database, 1)
    quiet, loud = await add_post(database), await add_post(database, comments_count=1)
    said = {"post_id": loud, "user_id": member.id, "content": "x", "created_at": community.now()}
    async with database.begin() as connection:
        insert = sa.insert(Comment).values(said).returning(Comment.id)
        comment_id = (await connection.execute(insert)).scalar_one()
    poll = ModerationPoll(community.database, heard.extend)
    await poll.poll()

    await remove_post(community, WARRANT, post_id=quiet)
    await remove_comment(community, WARRANT, comment_id=comment_id)
    await poll.poll()
    await poll.poll()

    assert heard == [
        PostRemoved(quiet),
        CommentRemoved(loud, comment_id),
        PostChanged(loud, 0, 0),
    ]
