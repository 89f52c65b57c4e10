"""Removals by command: purged from the running site and entered in the moderation log."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

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
from server.moderation.tables import ModerationEntry
from server.realtime.channel import create_channel
from server.realtime.events import (
    CommentRemoved,
    HostEvent,
    NotificationsChanged,
    PostChanged,
    PostRemoved,
)
from tests.server.community.builders import add_image, add_members, add_post, value
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator

pytestmark = pytest.mark.anyio

# Time in which hosts, which poll the moderation log every second, notice an entry.
SOON_S = 2.0
ATTRIBUTION = Attribution("Mori", "advertising")


async def wait_until(is_so: Callable[[], Awaitable[bool]]) -> None:
    """Waits until a condition is true, at most SOON_S seconds."""
    async with asyncio.timeout(SOON_S):
        while not await is_so():
            await asyncio.sleep(0.05)


async def write_comment(browser: Browser, post_id: int) -> int:
    """Writes a comment and returns its id."""
    path = f"/api/posts/{post_id}/comments"
    return int((await browser.change("POST", path, json={"content": "安い！"})).json()["id"])


async def test_removed_post_leaves_every_cached_page_within_two_seconds(
    place: Place, reader: Browser, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id, content="格安の茶")
    pages = ("/community", f"/post/{post_id}", f"/members/{hana.member_id}")
    assert all(["格安の茶" in (await reader.get(page)).text for page in pages])

    result = await moderator.run("remove-post", str(post_id))

    assert (result.code, result.err) == (0, "")
    assert f"Post {post_id} is removed" in result.out

    async def is_gone() -> bool:
        return not any(["格安の茶" in (await reader.get(page)).text for page in pages])

    await wait_until(is_gone)
    assert (await reader.get(f"/post/{post_id}")).status_code == 410
    assert (await reader.get(f"/api/posts/{post_id}")).status_code == 410


async def test_locally_published_event_reaches_subscribers_and_listeners() -> None:
    channel = create_channel(None)
    published: list[object] = []
    channel.listen(published.extend)

    with channel.subscribers.subscription({"203.0.113.7": 1}) as subscriber:
        channel.publish_here([PostRemoved(7)])

        assert subscriber is not None
        assert await subscriber.next() == '{"type":"postRemoved","id":7}'
    assert published == [PostRemoved(7)]


async def test_removal_of_a_post_deletes_its_images_and_cards(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    storage = LocalStorage(place.settings.data_dir / "media")
    post_id = await add_post(place.engine, user_id=hana.member_id)
    image = await add_image(place.engine, hana.member_id, post_id=post_id)
    name = await value(place.engine, "SELECT name FROM post_images WHERE id = :id", id=image)
    card = f"post-{post_id}-ja/0123.jpg"
    await storage.put("post-images", name, data=b"picture", media_type="image/jpeg")
    await storage.put("cards", card, data=b"card", media_type="image/jpeg")

    await moderator.run("remove-post", str(post_id))

    assert await storage.get("post-images", name) is None
    assert await storage.get("cards", card) is None
    assert await place.count("post_images") == await place.count("pending_removals") == 0


async def test_removed_comment_leaves_the_page_and_the_count(
    place: Place, reader: Browser, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine)
    comment_id = await write_comment(hana, post_id)
    page = f"/post/{post_id}"
    await wait_until(lambda: shows(reader, page, "安い！"))

    result = await moderator.run("remove-comment", str(comment_id))

    assert result.out == f"Comment {comment_id} is removed from post {post_id}.\n"
    await wait_until(lambda: shows(reader, page, '"commentsCount":0'))
    assert "安い！" not in (await reader.get(page)).text


async def shows(browser: Browser, path: str, words: str) -> bool:
    return words in (await browser.get(path)).text


async def test_log_entry_names_moderator_action_member_and_reason(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    comment_id = await write_comment(hana, post_id)

    await moderator.run("remove-comment", str(comment_id), reason="rude", by="Sato")
    await moderator.run("remove-post", str(post_id))

    first, second = await moderator.record()
    assert (first.action, first.subject_kind, first.subject_id) == (
        "remove-comment",
        "comment",
        comment_id,
    )
    assert (first.made_by, first.reason) == ("Sato", "rude")
    written_at = place.moment().isoformat()
    assert first.details == {"post_id": post_id, "rule": "other", "written_at": written_at}
    assert (second.action, second.subject_id, second.reason) == (
        "remove-post",
        post_id,
        "advertising",
    )
    assert first.member_id == second.member_id == hana.member_id


async def test_repeated_removal_is_reported_and_not_logged_twice(
    place: Place, hana: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine)
    comment_id = await write_comment(hana, post_id)
    for words in (("remove-comment", str(comment_id)), ("remove-post", str(post_id))):
        await moderator.run(*words)

        result = await moderator.run(*words)

        assert result.code == 0
        assert "was removed already, by Mori at 20" in result.out
    assert len(await moderator.record()) == 2


async def test_command_for_an_unknown_subject_fails_with_its_own_message(
    moderator: Moderator,
) -> None:
    for words, message in {
        ("remove-post", "7"): "there is no post 7, and there never was.",
        ("remove-comment", "7"): "there is no comment 7.",
        ("suspend", "nobody"): "there is no member nobody.",
        ("reinstate", "nobody"): "there is no member nobody.",
        ("undo", "7"): "there is no entry 7 in the log.",
    }.items():
        result = await moderator.run(*words)

        assert (result.code, result.out, result.err) == (1, "", f"Nothing was changed: {message}")
    assert await moderator.record() == []


async def test_undo_of_a_removal_fails_and_names_no_later_entry(
    place: Place, moderator: Moderator
) -> None:
    await moderator.run("remove-post", str(await add_post(place.engine)))
    [entry] = await moderator.record()

    result = await moderator.run("undo", str(entry.id))

    assert result.code == 1
    assert result.err.endswith(f"entry {entry.id} is undone already, or cannot be undone.")


@pytest.mark.parametrize("reason", ["", " \u3000", "x" * 1001, "a\u202eb", "a\nb"])
async def test_removal_with_an_invalid_reason_is_refused(
    place: Place, moderator: Moderator, reason: str
) -> None:
    post_id = await add_post(place.engine)

    result = await moderator.run("remove-post", str(post_id), reason=reason)

    assert result.code == 1
    assert "--reason" in result.err
    assert await place.count("posts") == 1


async def test_removal_is_rolled_back_when_its_log_entry_is_refused(
    place: Place, database: AsyncEngine, community: CommunityDependencies
) -> None:
    [member] = await add_members(database, 1)
    post_id = await add_post(database, user_id=member.id)
    incomplete = Attribution("Mori", None)  # type: ignore[arg-type]

    with pytest.raises(Refusal):
        await remove_post(community, incomplete, post_id=post_id)

    assert await place.count("posts") == 1
    assert await place.count("removed_posts") == 0


async def test_poll_publishes_each_removal_once(
    database: AsyncEngine, community: CommunityDependencies
) -> None:
    published: list[HostEvent] = []
    [member] = await add_members(database, 1)
    quiet, loud = await add_post(database), await add_post(database, comments_count=1)
    comment = {"post_id": loud, "user_id": member.id, "content": "x", "created_at": community.now()}
    async with database.begin() as connection:
        insert = sa.insert(Comment).values(comment).returning(Comment.id)
        comment_id = (await connection.execute(insert)).scalar_one()
    poll = ModerationPoll(community.database, published.extend)
    await poll.poll()

    await remove_post(community, ATTRIBUTION, post_id=quiet)
    await remove_comment(community, ATTRIBUTION, comment_id=comment_id)
    await poll.poll()
    await poll.poll()

    assert published == [
        PostRemoved(quiet),
        CommentRemoved(loud, comment_id),
        PostChanged(loud, 0, 0),
        NotificationsChanged(member.id),
    ]


async def test_poll_publishes_an_entry_that_is_committed_after_one_with_a_higher_id(
    database: AsyncEngine, community: CommunityDependencies
) -> None:
    published: list[HostEvent] = []
    poll = ModerationPoll(community.database, published.extend)
    early, late = await add_post(database), await add_post(database)
    await poll.poll()

    for id, post_id in ((12, early), (11, late)):
        entry = {
            "id": id,
            "created_at": community.now(),
            "made_by": "Mori",
            "action": "remove-post",
            "subject_kind": "post",
            "subject_id": post_id,
            "reason": "advertising",
            "details": {},
        }
        async with database.begin() as connection:
            await connection.execute(sa.insert(ModerationEntry).values(entry))
        await poll.poll()

    assert published == [PostRemoved(early), PostRemoved(late)]


async def test_author_reads_which_text_was_removed_and_on_which_living_post(
    place: Place, hana: Browser, alex: Browser, moderator: Moderator
) -> None:
    others = [await add_post(place.engine, user_id=hana.member_id) for _ in range(2)]
    own = await add_post(place.engine, user_id=alex.member_id, created_at=place.moment())
    comments = [await write_comment(alex, post_id) for post_id in others]
    for comment_id in comments:
        await moderator.run("remove-comment", str(comment_id))
    await moderator.run("remove-post", str(own))
    await moderator.run("remove-post", str(others[1]))

    decisions = (await alex.get("/api/profiles/me/decisions")).json()

    written_at = {datetime.fromisoformat(one["written_at"]) for one in decisions}
    assert written_at == {place.moment()}
    assert [(one["action"], one["subject_id"], one["post_id"]) for one in decisions] == [
        ("remove-post", own, None),
        ("remove-comment", comments[1], None),
        ("remove-comment", comments[0], others[0]),
    ]
