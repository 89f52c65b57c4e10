"""Generated posts for the feed benchmark, the same on each kind of database."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.profiles.tables import Profile
from server.accounts.sessions.tables import Account
from server.community.search import grams_of, text_of
from server.community.tables import Post, PostLike, PostText
from server.contracts.catalogue import CULTIVARS
from server.contracts.reference import POST_CATEGORIES, PREFECTURES, TEA_CATEGORIES

MEMBERS = 200
BATCH_SIZE = 2_000
NEWEST = datetime(2026, 11, 21, 4, 0, tzinfo=UTC)

_OPENINGS = (
    "朝の一杯は",
    "水出しで",
    "友人にもらった",
    "This spring's",
    "旅先で出会った",
    "A quiet cup of",
)
_THINGS = (
    "煎茶",
    "深蒸し",
    "玉露",
    "ほうじ茶",
    "gyokuro",
    "新茶",
    "釜炒り茶",
    "sencha",
    "和紅茶",
    "玉緑茶",
)
_ENDINGS = (
    "の香りがよく残ります。",
    "、二煎目が甘い。",
    "。湯冷ましを忘れずに。",
    " is worth the wait.",
    "を茶舗で。",
)
# Word in about one of a thousand posts: a search that finds few of many posts.
_RARE_WORD = "手揉み"
# Word in twelve posts whatever their number: a search whose time should stay the same.
_FIXED_WORD, _FIXED_WORD_POSTS = "白葉茶", 12


def member_ids() -> list[str]:
    return [str(UUID(int=number + 1)) for number in range(MEMBERS)]


async def seed(engine: AsyncEngine, count: int) -> list[str]:
    """Writes members, `count` posts and likes; returns the ids of the members."""
    members = member_ids()
    async with engine.begin() as connection:
        accounts = [
            {"id": id, "issuer": "bench", "subject": id, "created_at": NEWEST} for id in members
        ]
        await connection.execute(sa.insert(Account), accounts)
        names = {"language": "ja", "created_at": NEWEST, "updated_at": NEWEST}
        profiles = [{"id": id, "display_name": f"茶 {id[-3:]}", **names} for id in members]
        await connection.execute(sa.insert(Profile), profiles)
        for rows in _batches(count, members):
            await connection.execute(sa.insert(Post), rows)
            await connection.execute(sa.insert(PostText), [_text(row) for row in rows])
        likes = [
            {"user_id": members[0], "post_id": number, "created_at": NEWEST}
            for number in range(1, count, max(1, count // 500))
        ]
        await connection.execute(sa.insert(PostLike), likes)
    await _gather_statistics(engine)
    return members


def _batches(count: int, members: list[str]) -> Iterator[list[dict[str, Any]]]:
    rng = random.Random(count)
    for start in range(1, count + 1, BATCH_SIZE):
        numbers = range(start, min(start + BATCH_SIZE, count + 1))
        yield [_row(number, count, members=members, rng=rng) for number in numbers]


def _row(number: int, count: int, *, members: list[str], rng: random.Random) -> dict[str, Any]:
    category = rng.choice([id for id, one in POST_CATEGORIES.items() if one.offered])
    fields = POST_CATEGORIES[category].fields
    rare = _RARE_WORD if rng.random() < 0.001 else ""
    occurrences = number * _FIXED_WORD_POSTS // count
    fixed = _FIXED_WORD if occurrences > (number - 1) * _FIXED_WORD_POSTS // count else ""
    optional = {
        "tea_type": rng.choice(list(TEA_CATEGORIES)),
        "tea_variety": rng.choice(list(CULTIVARS)),
        "prefecture": rng.choice(list(PREFECTURES)),
        "rating": rng.randint(1, 5),
    }
    return {
        "id": number,
        "user_id": rng.choice(members),
        "category": category,
        "language": "ja",
        "content": f"{rng.choice(_OPENINGS)}{rare}{fixed}{rng.choice(_THINGS)}"
        f"{rng.choice(_ENDINGS)}{rng.randint(1, 9999)}",
        **{name: value if name in fields else None for name, value in optional.items()},
        # Few posts have many likes.
        "likes": int(rng.expovariate(0.3)),
        "comments_count": 0,
        "created_at": NEWEST - timedelta(minutes=5 * (count - number)),
    }


def _text(row: dict[str, Any]) -> dict[str, Any]:
    folded = text_of(
        [row["content"]],
        tea_type=row["tea_type"],
        prefecture=row["prefecture"],
        tea_variety=row["tea_variety"],
    )
    return {"post_id": row["id"], "folded": folded, "grams": grams_of(folded)}


async def _gather_statistics(engine: AsyncEngine) -> None:
    """Updates the statistics of the query planner, as a running database does by itself."""
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        vacuum = "" if engine.dialect.name == "sqlite" else "VACUUM "
        await connection.execute(sa.text(vacuum + "ANALYZE"))
