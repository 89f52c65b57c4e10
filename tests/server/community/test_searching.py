"""Posts are found by what they say, in both languages, two characters being enough."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.feed import read_wish
from server.community.parts import Community
from server.community.queries import posts
from server.community.queries.posts import list_feed
from server.community.search import fold_text, grams_asked, grams_of, text_of, words_of
from server.database.transaction import transaction
from server.viewer import Visitor
from tests.server.community.builders import add_posts

pytestmark = pytest.mark.anyio

TEXTS = [
    "静岡の煎茶とやぶきた",
    "Sencha from Yame",
    "100% organic, a_b and c\\d",
    "Café crème",
    "ほうじ茶ラテ\n二煎目",
    "茶",
    "axb 100x",
]


async def found(community: Community, search: str) -> set[str]:
    wish = read_wish({"search": search, "page": "10"})
    async with transaction(community.database) as opened:
        page = await list_feed(opened.session, wish, viewer=Visitor())
    return {post.content for post in page.posts}


@pytest.fixture
async def written(database: AsyncEngine) -> None:
    await add_posts(database, [{"content": text} for text in TEXTS])


@pytest.mark.usefixtures("written")
@pytest.mark.parametrize(
    ("search", "expected"),
    [
        ("煎茶", {0}),
        ("ヤブキタ", {0}),
        ("ﾔﾌﾞｷﾀ", {0}),
        ("茶", {0, 4, 5}),
        ("煎", {0, 4}),
        ("目", {4}),
        ("SENCHA", {1}),
        ("ｓｅｎｃｈａ yame", {1}),
        ("yame sencha", {1}),
        ("cafe", {3}),
        ("%", {2}),
        ("100%", {2}),
        ("_", {2}),
        ("a_b", {2}),
        ("\\", {2}),
        ("%%%", set()),
        ("煎茶 ほうじ", set()),
        ("静煎", set()),
        ("'; DROP TABLE posts; --", set()),
        ('" OR grams:*', set()),
        ("AND", {2}),
        ("NOT", set()),
    ],
)
async def test_every_word_must_stand_in_the_text(
    community: Community, search: str, expected: set[int]
) -> None:
    assert await found(community, search) == {TEXTS[index] for index in expected}


@pytest.mark.usefixtures("written")
async def test_nothing_to_search_for_shows_everything(community: Community) -> None:
    for search in ("", " ", "\u3000", "\u0000"):
        assert await found(community, search) == set(TEXTS)


@pytest.mark.usefixtures("written")
async def test_a_common_word_is_found_without_the_index(
    community: Community, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posts, "FEW_MOST", 0)

    assert await found(community, "煎茶") == {TEXTS[0]}
    assert await found(community, "a_b") == {TEXTS[2]}


async def test_a_post_is_found_by_the_names_of_what_it_is_about(
    community: Community, database: AsyncEngine
) -> None:
    about = {"tea_type": "sencha", "prefecture": "shizuoka", "tea_variety": "saemidori"}
    await add_posts(database, [{"content": "朝の一杯", **about}, {"content": "別の話"}])

    for search in ("煎茶", "Sencha", "静岡", "Shizuoka", "さえみどり", "サエミドリ", "saemidori"):
        assert await found(community, search) == {"朝の一杯"}


async def test_a_search_goes_on_from_part_to_part(
    community: Community, database: AsyncEngine
) -> None:
    posts = [{"content": f"煎茶 {n}" if n % 2 else f"{n}"} for n in range(30)]
    await add_posts(database, posts)
    said: list[str] = []
    after, remaining = "", []

    while True:
        wish = read_wish({"search": "煎茶", "limit": "6", "after": after})
        async with transaction(community.database) as opened:
            page = await list_feed(opened.session, wish, viewer=Visitor())
        said += [post.content for post in page.posts]
        remaining.append(page.remaining)
        if page.next is None:
            break
        after = page.next

    assert said == [f"煎茶 {n}" for n in range(29, 0, -2)]
    assert remaining == [9, 3, 0]


def test_words_are_folded_and_bounded() -> None:
    assert words_of(" ヤブキタ　ＳＥＮＣＨＡ\u0000Café ") == ("やぶきた", "sencha", "cafe")
    assert words_of("あ" * 500) == ("あ" * 100,)


def test_what_is_unknown_has_no_name_to_be_found_by() -> None:
    text = text_of(["A", None, ""], tea_type="coffee", prefecture=None, tea_variety="rose")

    assert text == "a"


def test_pairs_do_not_reach_over_a_line() -> None:
    assert set(grams_asked(["茶静"])) & set(grams_of("煎茶\n静岡").split()) == set()


@given(st.text(min_size=1, max_size=60), st.data())
def test_every_part_of_a_text_has_its_grams(text: str, data: st.DataObject) -> None:
    folded = fold_text(text)
    grams = grams_of(folded).split()
    start = data.draw(st.integers(0, max(0, len(folded) - 1)))
    part = folded[start : start + data.draw(st.integers(1, 8))].split(" ")[0]

    asked = grams_asked([part]) if part else ()

    assert all(gram in grams or any(one.startswith(gram) for one in grams) for gram in asked)
    assert all(gram.isascii() and gram.isalpha() and len(gram) in (3, 6) for gram in grams)


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert words_of(" ".join(words_of(text))) == words_of(text)[: len(words_of(text))]
