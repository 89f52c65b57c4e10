"""Insertion of thousands of sample posts for measurements."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cache

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.rules import Draft
from server.community.samples.files import SamplePost, read_posts
from server.community.search import grams_of, text_of
from server.community.tables import Post, PostLike, PostText
from server.database.engine import Sessions
from server.database.transaction import transaction

BATCH_SIZE = 2_000
SPAN = timedelta(days=1_000)
# Columns copied from a sample post.
_KEPT = (*Draft.__struct_fields__, "category", "language")


async def insert_sample_posts(
    database: Sessions, member_ids: Sequence[str], *, count: int, now: datetime
) -> None:
    """Inserts `count` posts that repeat the sample texts, spread evenly over the SPAN before `now`.

    Authors and likes are random, but the same for the same arguments.
    """
    chance = random.Random(count)  # noqa: S311 (random likes need no secure source)
    for start in range(0, count, BATCH_SIZE):
        rows = [
            _row(number, member_ids, chance, now - SPAN * (1 - number / count))
            for number in range(start, min(start + BATCH_SIZE, count))
        ]
        async with transaction(database) as opened:
            await _write(opened.session, rows, member_ids, chance)


def _row(
    number: int, member_ids: Sequence[str], chance: random.Random, created_at: datetime
) -> dict[str, object]:
    """Returns the columns of one sample post by a random member; `number` selects the text.

    `likes` is only a number here; `_write` adds as many likes.
    """
    posts = _posts()
    return {
        **{name: getattr(posts[number % len(posts)], name) for name in _KEPT},
        "user_id": chance.choice(member_ids),
        "likes": min(int(chance.expovariate(0.6)), len(member_ids)),
        "comments_count": 0,
        "created_at": created_at,
    }


async def _write(
    session: AsyncSession,
    rows: list[dict[str, object]],
    member_ids: Sequence[str],
    chance: random.Random,
) -> None:
    """Inserts rows of sample posts with their search texts.

    `likes` of a row says how many random members like it; `content` is that of a sample post.
    """
    insert = sa.insert(Post).returning(Post.id, sort_by_parameter_order=True)
    ids = (await session.scalars(insert, rows)).all()
    numbered = list(zip(ids, rows, strict=True))
    texts = [{"post_id": post_id, **_text(str(row["content"]))} for post_id, row in numbered]
    await session.execute(sa.insert(PostText), texts)
    likes = [
        {"post_id": post_id, "user_id": member_id, "created_at": row["created_at"]}
        for post_id, row in numbered
        for member_id in chance.sample(list(member_ids), k=int(str(row["likes"])))
    ]
    if likes:
        await session.execute(sa.insert(PostLike), likes)


@cache
def _posts() -> tuple[SamplePost, ...]:
    """Returns the sample posts, read once."""
    return read_posts()


@cache
def _text(content: str) -> dict[str, str]:
    """Returns the columns of a sample post's search text: its normal form and its bigrams."""
    post = next(one for one in _posts() if one.content == content)
    texts = (
        post.title,
        post.content,
        post.shop_name,
        post.harvest_period,
        post.processing_method,
    )
    folded = text_of(
        texts,
        tea_type=post.tea_type,
        prefecture=post.prefecture,
        tea_variety=post.tea_variety,
    )
    return {"folded": folded, "grams": grams_of(folded)}
