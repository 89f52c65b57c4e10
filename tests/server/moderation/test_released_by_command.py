"""Releases of held texts by command: their log entries, and the events of running hosts."""

from typing import get_args

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.commands.arguments import RULES
from server.community.actions.moderation import events_of_entry
from server.database.engine import create_sessions
from server.database.transaction import transaction
from server.moderation.schemas import ReportReason
from server.realtime.events import CommentAdded, NotificationsChanged, PostCreated, PostRestored
from tests.server.community.builders import add_post
from tests.server.community.holds.held_things import (
    hold_comment,
    hold_post,
    list_word,
    write_post,
)
from tests.server.community.notifications.test_notification_kinds import has_unread_mark, kinds
from tests.server.community.test_follows import follow
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import list_cases, mori, report

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)


async def events_of(engine: AsyncEngine, moderator: Moderator) -> list[object]:
    """Returns the events that hosts publish when they poll the newest log entry."""
    entry = (await moderator.record())[-1]
    async with transaction(create_sessions(engine)) as opened:
        return list(await events_of_entry(opened.session, entry))


async def test_command_publishes_a_held_post(
    place: Place, alex: Browser, mori: Browser, visitor: Browser, moderator: Moderator
) -> None:
    post = await hold_post(place.engine, alex)
    assert await events_of(place.engine, moderator) == [NotificationsChanged(alex.member_id)]

    done = await moderator.run("decide", f"post:{post['id']}", "keep")

    assert done.code == 0
    entry = (await moderator.record())[-1]
    assert (entry.action, entry.details) == ("release-post", {"rule": "word"})
    events = await events_of(place.engine, moderator)
    created = PostCreated(post["id"], post["category"], post["language"], alex.member_id)
    assert events == [created, NotificationsChanged(alex.member_id)]
    assert (await visitor.get(f"/api/posts/{post['id']}")).status_code == 200
    assert await list_cases(mori) == []


async def test_command_publishes_a_held_comment_and_tells_the_author_of_the_post(
    place: Place, hana: Browser, alex: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    comment = await hold_comment(place.engine, alex, post_id)

    done = await moderator.run("decide", f"comment:{comment['id']}", "keep")

    events = await events_of(place.engine, moderator)
    assert (done.code, CommentAdded(post_id, comment["id"]) in events) == (0, True)
    assert NotificationsChanged(hana.member_id) in events


async def test_command_announces_a_held_post_to_followers_and_mentioned_members(
    place: Place, hana: Browser, alex: Browser, moderator: Moderator
) -> None:
    await follow(hana, "prefecture:kyoto")
    await list_word(place.engine)
    texts = ("quittenwort @茶畑 はな", "quittenwort 宇治")
    posts = [(await write_post(alex, one, prefecture="kyoto")).json() for one in texts]
    assert await kinds(hana) == []

    for post in posts:
        await moderator.run("decide", f"post:{post['id']}", "keep")
        events = await events_of(place.engine, moderator)
        is_mention = post is posts[0]
        assert (NotificationsChanged(hana.member_id) in events) == is_mention

    assert (sorted(await kinds(hana)), await has_unread_mark(hana)) == (
        ["follow-prefecture", "mention"],
        True,
    )


async def test_command_restores_a_held_edit_as_a_known_post(
    place: Place, alex: Browser, moderator: Moderator
) -> None:
    post = (await write_post(alex, "煎茶")).json()
    await list_word(place.engine)
    place.moment.advance(minutes=1)
    edit = {"content": "quittenwort", "category": "review"}
    await alex.change("PUT", f"/api/posts/{post['id']}", json=edit)

    await moderator.run("decide", f"post:{post['id']}", "keep")

    assert PostRestored(post["id"]) in await events_of(place.engine, moderator)


async def test_undo_by_command_announces_a_held_post_that_was_hidden_as_new(
    place: Place, alex: Browser, moderator: Moderator
) -> None:
    post = await hold_post(place.engine, alex)
    await moderator.run("decide", f"post:{post['id']}", "hide")
    hidden = (await moderator.record())[-1]

    done = await moderator.run("undo", str(hidden.id))

    events = await events_of(place.engine, moderator)
    created = PostCreated(post["id"], post["category"], post["language"], alex.member_id)
    assert (done.code, created in events) == (0, True)


async def test_removal_by_command_closes_the_reports_and_names_the_rule(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await report(hana, f"post:{post_id}")

    done = await moderator.run("remove-post", str(post_id), "--rule", "spam")

    assert done.code == 0
    details = (await moderator.record())[-1].details
    assert (details["rule"], set(details)) == ("spam", {"rule", "written_at"})
    assert await list_cases(mori) == []
    assert await has_unread_mark(hana)
    assert "report-acted" in await kinds(hana)


def test_every_rule_has_its_option() -> None:
    assert set(RULES) == set(get_args(ReportReason))
