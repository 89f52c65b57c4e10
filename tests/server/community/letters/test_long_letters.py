"""Weekly letters of members with more notifications in the week than a letter or a page lists."""

from datetime import datetime, timedelta

import pytest
import sqlalchemy as sa

from server.community.letters.content import LINES_MOST
from server.community.queries.notification_statements import NOTIFICATIONS_MOST
from server.community.tables import Comment, PostLike
from server.moderation.tables import ModerationEntry
from tests.server.community.builders import add_posts
from tests.server.community.letters.letter_site import MONDAY, LetterSite, plain_text
from tests.server.community.letters.test_notification_choices import save_choices

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

EARLY = MONDAY - timedelta(days=5)
LATE = MONDAY - timedelta(days=1)


async def add_own_posts(site: LetterSite, count: int) -> list[int]:
    """Inserts posts of Hana with numbered titles, the oldest first."""
    post = {"user_id": site.hana.member_id, "created_at": EARLY - timedelta(days=1)}
    return await add_posts(site.place.engine, [post | {"title": f"茶{n}"} for n in range(count)])


async def add_comments(site: LetterSite, posts: list[int], *, at: datetime) -> None:
    """Inserts a comment of Alex on each post; each is a second later than the one before."""
    rows = [
        {
            "post_id": id,
            "user_id": site.alex.member_id,
            "content": "おいしそうです",
            "created_at": at + n * timedelta(seconds=1),
        }
        for n, id in enumerate(posts)
    ]
    async with site.place.engine.begin() as connection:
        await connection.execute(sa.insert(Comment), rows)


async def add_likes(site: LetterSite, posts: list[int], *, at: datetime) -> None:
    """Inserts a like of Alex for each post."""
    rows = [{"post_id": id, "user_id": site.alex.member_id, "created_at": at} for id in posts]
    async with site.place.engine.begin() as connection:
        await connection.execute(sa.insert(PostLike), rows)


async def add_decision(site: LetterSite, *, at: datetime) -> None:
    """Inserts a moderator's removal of a post of Hana."""
    entry = {
        "created_at": at,
        "made_by": "moderator",
        "action": "remove-post",
        "subject_kind": "post",
        "member_id": site.hana.member_id,
        "reason": "spam",
        "details": {},
    }
    async with site.place.engine.begin() as connection:
        await connection.execute(sa.insert(ModerationEntry).values(entry))


async def letter_of(site: LetterSite) -> str:
    """Delivers the letters of MONDAY and returns the plain text of the only one."""
    site.place.moment.now = MONDAY
    await site.letters.deliver()
    [message] = site.mailbox.messages
    return await plain_text(message)


async def test_newer_notifications_of_other_channels_displace_no_chosen_one(
    site: LetterSite,
) -> None:
    await save_choices(site.hana, comment="letter", decision="letter", consents=True)
    posts = await add_own_posts(site, NOTIFICATIONS_MOST)
    await add_comments(site, [site.post_id], at=EARLY)
    await add_decision(site, at=EARLY)
    await add_likes(site, posts, at=LATE)

    text = await letter_of(site)

    assert "「新茶の<香り>」にコメントしました" in text
    assert text.count("\n* ") == 2
    assert "いいね" not in text


async def test_long_letter_begins_with_decisions_and_names_the_number_of_the_others(
    site: LetterSite,
) -> None:
    await save_choices(site.hana, comment="letter", like="letter", decision="letter", consents=True)
    posts = await add_own_posts(site, LINES_MOST)
    await add_decision(site, at=EARLY)
    await add_comments(site, posts, at=LATE)
    await add_likes(site, posts[:2], at=EARLY)

    text = await letter_of(site)

    lines = [line for line in text.splitlines() if line.startswith("* ")]
    assert len(lines) == LINES_MOST
    assert "コメント" not in lines[0]
    assert f"「茶{LINES_MOST - 1}」" in lines[1]
    assert "お知らせは、ほかに3件あります。" in text
    [message] = site.mailbox.messages
    html = message.get_body(("html",))
    assert html is not None
    assert "<p>お知らせは、ほかに3件あります。</p>" in html.get_content()


async def test_letter_counts_the_comments_of_its_week_alone(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await add_comments(site, [site.post_id] * 2, at=MONDAY - timedelta(days=20))
    await add_comments(site, [site.post_id] * 3, at=EARLY)

    assert "コメントが3件あります" in await letter_of(site)
