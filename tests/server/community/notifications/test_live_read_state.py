"""Live messages to a member's open pages: new notifications, and those read on other devices."""

import pytest
from websockets.asyncio.client import ClientConnection

from tests.server.community.notifications.test_notifications import comment_on
from tests.server.community.reactions.test_replies import write_comment
from tests.server.community.relations.test_hidden_live_events import LivePlace, live, write_post
from tests.server.community.relations.test_relations import hide
from tests.server.realtime.live_site import is_silent, next_message

__all__ = ["live"]

pytestmark = pytest.mark.anyio


async def next_notice(page: ClientConnection) -> dict[str, object]:
    """Returns the next message about notifications; skips messages about posts."""
    while True:
        message = await next_message(page)
        if message["type"] == "notificationsChanged":
            return message


async def types_until(page: ClientConnection, *, comments: int) -> list[str]:
    """Returns the types of the messages up to the one that says that the post has these comments.

    Messages about texts from before the page was opened may be among them.
    """
    types: list[str] = []
    while True:
        message = await next_message(page)
        types.append(str(message["type"]))
        if message["type"] == "postChanged" and message["commentsCount"] == comments:
            return types


async def test_comment_is_announced_to_the_author_of_the_post_alone(live: LivePlace) -> None:
    post_id = await write_post(live.hana)
    async with live.page_of(live.hana) as own, live.page_of(live.alex) as other:
        await comment_on(live.alex, post_id)

        expected = {"type": "notificationsChanged", "member_id": live.hana.member_id}
        assert await next_notice(own) == expected
        types = await types_until(other, comments=1)
        assert "notificationsChanged" not in types
        assert await is_silent(other)


async def test_reply_is_announced_to_the_member_who_is_replied_to(live: LivePlace) -> None:
    post_id = await write_post(live.hana)
    parent = await write_comment(live.alex, post_id)
    async with live.page_of(live.alex) as page:
        await write_comment(live.hana, post_id, parent=parent)

        assert (await next_notice(page))["member_id"] == live.alex.member_id


async def test_reading_on_one_device_is_announced_to_the_others(live: LivePlace) -> None:
    post_id = await write_post(live.hana)
    await comment_on(live.alex, post_id)
    async with live.page_of(live.hana) as one, live.page_of(live.hana) as two:
        for read in (f"/{post_id}", "/groups/decisions", ""):
            await live.hana.change("PUT", f"/api/notifications/read{read}")

            for page in (one, two):
                assert (await next_notice(page))["member_id"] == live.hana.member_id


async def test_reply_of_a_muted_member_is_not_announced(live: LivePlace) -> None:
    post_id = await write_post(live.hana)
    parent = await write_comment(live.hana, post_id)
    await hide(live.hana, live.alex.member_id, "mute")
    async with live.page_of(live.hana) as page:
        await write_comment(live.alex, post_id, parent=parent)

        types = await types_until(page, comments=2)
        assert "notificationsChanged" not in types
        assert await is_silent(page)
