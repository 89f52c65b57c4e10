"""Search of posts and members for the page of all results."""

import asyncio

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.profiles.name_sweep import index_missing_names
from server.accounts.profiles.tables import Profile
from server.community.dependencies import CommunityDependencies
from server.community.queries.site_search import (
    EXCERPT_CHARACTERS,
    MEMBERS_MOST,
    POSTS_MOST,
    search_community,
)
from server.community.schemas import FoundInCommunity
from server.contracts.limits import LIMITS
from server.database.engine import create_sessions
from server.web.viewer import Visitor
from tests.server.community.builders import add_members, add_post, add_posts
from tests.server.conftest import START
from tests.server.members import Browser

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


async def add_profiles(engine: AsyncEngine, *names: str) -> None:
    """Inserts a member for each name."""
    members = await add_members(engine, len(names))
    rows = [
        {
            "id": member.id,
            "display_name": name,
            "email": f"{name[:8].strip()}@mail.example",
            "bio": "茶を淹れる人",
            "language": "ja",
            "created_at": START,
            "updated_at": START,
        }
        for member, name in zip(members, names, strict=True)
    ]
    async with engine.begin() as connection:
        await connection.execute(sa.insert(Profile), rows)
    await index_missing_names(create_sessions(engine), asyncio.Event())


async def find_in_community(community: CommunityDependencies, search: str) -> FoundInCommunity:
    """Returns what a visitor's search of the site finds in the community."""
    async with community.database.reading() as source:
        return await search_community(source, search, viewer=Visitor(), now=START)


async def names_of(community: CommunityDependencies, search: str) -> list[str]:
    return [member.display_name for member in (await find_in_community(community, search)).members]


async def test_newest_posts_are_found_and_further_ones_announced(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    ids = await add_posts(database, [{"content": f"玉露 {n}"} for n in range(POSTS_MOST + 1)])
    await add_post(database, content="番茶")

    found = await find_in_community(community, "玉露")

    assert [post.id for post in found.posts] == ids[::-1][:POSTS_MOST]
    assert found.has_more_posts
    assert not (await find_in_community(community, "番茶")).has_more_posts


async def test_long_text_is_cut_and_spaces_are_folded(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    await add_post(database, content="春の\n\n新茶" + "あ" * 200)
    await add_post(database, content="word " * 40)

    [japanese] = (await find_in_community(community, "新茶")).posts
    [english] = (await find_in_community(community, "word")).posts

    assert japanese.excerpt.startswith("春の 新茶あ")
    assert len(japanese.excerpt) == EXCERPT_CHARACTERS + 1
    assert english.excerpt.endswith("word…")


async def test_members_are_found_by_a_part_of_their_name_in_any_case(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    await add_profiles(database, "Hana Tea House", "茶畑 はな", "hana", "100% tea", "a_b")

    assert await names_of(community, "HANA") == ["hana", "Hana Tea House"]
    assert await names_of(community, "畑") == ["茶畑 はな"]
    assert await names_of(community, "%") == []
    assert await names_of(community, "100% t") == ["100% tea"]
    assert await names_of(community, "a_") == ["a_b"]
    assert await names_of(community, "a/") == []


async def test_number_of_members_is_bounded(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    await add_profiles(database, *(f"茶友 {n}" for n in range(MEMBERS_MOST + 3)))

    assert len(await names_of(community, "茶友")) == MEMBERS_MOST


@pytest.mark.parametrize("search", ["", "   ", "\0", "@mail.example", "淹れる"])
async def test_nothing_is_found_by_an_empty_search_nor_by_what_is_not_a_name(
    community: CommunityDependencies, database: AsyncEngine, search: str
) -> None:
    await add_profiles(database, "茶畑 はな")

    assert (await find_in_community(community, search)).members == ()


async def test_single_latin_letter_finds_no_member(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    await add_profiles(database, "hana", "葉")

    assert await names_of(community, "h") == []
    assert await names_of(community, "h\u200b") == []
    assert await names_of(community, "h\u200bana") == ["hana"]
    assert await names_of(community, "葉") == ["葉"]


async def test_searches_of_one_address_are_limited(stopped_limits: None, visitor: Browser) -> None:
    for _ in range(LIMITS.searches_per_minute):
        await visitor.get("/robots.txt?search=a")

    answer = await visitor.get("/api/search?q=a")

    assert answer.status_code == 429
    assert answer.json()["code"] == "app.tooManyRequests"
