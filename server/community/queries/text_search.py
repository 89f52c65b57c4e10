"""The statements that search posts: along the index of words, along a list, or by candidates."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Self

import sqlalchemy as sa

from server.community.queries.statements import (
    MOST,
    ORDER_COLUMNS,
    Condition,
    Shape,
    conditions_of,
    narrow_to_list,
    select_first,
)
from server.community.queries.views import POSTS, AnySelect, Likes, select_posts
from server.community.queries.visibility import shows_post
from server.community.tables import PostText
from server.contracts.limits import LIMITS
from server.database.declarative import table_of
from server.database.search_index import Contains, Stream, constant

TEXTS = table_of(PostText)

# Cached statements of searches; the least recently used is built again.
SEARCHES_MOST = 128
# Along an index or a list so many texts are looked at, whatever is found among them: the rows tell
# how many that is, and the place of the last text that was looked at where others may follow it.
# Texts that are looked at for each post that is counted, where more than words is asked for. Where
# they do not fill a page, so many times as many of those that follow are looked at, and so often.
LOOKED_AT_EACH = 3
FURTHER = 4
LOOKS_MOST = 3
# What no newest text has may stand in many old ones: of more than these, not all are looked at.
RARE_MOST = 2048
# A word of one sign is in so many pairs that its frequency is judged by the texts: of so many.
TEXTS_GLANCED_AT = 1024
FEW_TEXTS_MOST = 32

# Filters that many posts pass are looked at where a word is found; the others have an index each.
BROAD = frozenset({"category", "rating"})

# The texts themselves, the newest first.
TEXT_STREAM = Stream(
    source=TEXTS,
    number=TEXTS.c.post_id,
    folded=TEXTS.c.folded,
    conditions=(TEXTS.c.post_id < sa.bindparam("last_id", type_=TEXTS.c.post_id.type),),
    order=(TEXTS.c.post_id.desc(),),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListScan:
    """Properties of a list that is read in batches, because the reader does not see every post."""

    # Words that the text contains.
    words: int = 0
    # Posts of the page, and one more.
    most: int
    # Posts or texts that one batch reads.
    looked_at: int = 0

    @property
    def counted(self) -> int:
        """Returns how many posts are counted: the page, the bounded rest, and one more."""
        return self.most + LIMITS.feed_remaining_most

    def scans(self, *, is_plain: bool) -> tuple[Self, ...]:
        """Returns the batches, each starting where the one before ended.

        Plain are lists of which nearly every post matches, as of the candidates of the word index.
        """
        first = self.counted * (1 if is_plain else LOOKED_AT_EACH)
        return tuple(replace(self, looked_at=first * FURTHER**n) for n in range(LOOKS_MOST))

    def conditions(self, folded: sa.ColumnElement[str]) -> tuple[Condition, ...]:
        return _words_in(folded, self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSearch(ListScan):
    """Properties of a search: number of words and posts, and the source of its candidates."""

    is_rare: bool
    candidates: sa.Select[int]
    stream: Stream


def _words_in(folded: sa.ColumnElement[str], count: int) -> tuple[Condition, ...]:
    words = (sa.bindparam(f"word_{n}", type_=sa.Text()) for n in range(count))
    return tuple(Contains(folded, word) for word in words)


def matches_most_posts(conditions: Iterable[str]) -> bool:
    return BROAD.issuperset(conditions)


@lru_cache(SEARCHES_MOST)
def search_page(shape: Shape, text_search: ListScan, likes: Likes) -> AnySelect:
    """Selects one page of a search with its total: of all candidates, or of one batch."""
    if isinstance(text_search, TextSearch):
        if shape.by_number:
            return _page_of_batch(shape, text_search, likes, looks=_along_stream(text_search))
        if text_search.is_rare:
            return _page_among_candidates(shape, text_search, likes)
    return _page_of_batch(shape, text_search, likes, looks=_along_list(shape, text_search))


def _page_of_batch(
    shape: Shape, text_search: ListScan, likes: Likes, *, looks: AnySelect
) -> AnySelect:
    """Selects the first posts that match in one batch, with their number."""
    looked = looks.cte("looked")
    found = _found_among(looked, shape, text_search).cte("found")
    newest = sa.select(found.c.id).order_by(*(found.c[name].desc() for name in shape.order_columns))
    shown = newest.limit(constant(text_search.most)).subquery("shown")
    total = sa.select(sa.func.count().label("total")).select_from(found).subquery("counted")
    edge = POSTS.alias("edge")
    # Without a match, total and edge come in a row of their own.
    told = total.outerjoin(edge, _is_last(edge, looked, shape, text_search))
    posts = told.outerjoin(shown, sa.true()).outerjoin(POSTS, POSTS.c.id == shown.c.id)
    order_columns = (edge.c[name] for name in ORDER_COLUMNS[shape.order])
    page = select_posts(likes, posts).add_columns(total.c.total, *order_columns)
    return page.order_by(*(column.desc() for column in shape.order_columns.values()))


@cache
def sample_newest_texts(words: int) -> AnySelect:
    """Counts how many of the newest texts contain the words, at most `most`."""
    oldest = sa.select(sa.func.max(TEXTS.c.post_id) - TEXTS_GLANCED_AT).scalar_subquery()
    has = _words_in(TEXTS.c.folded, words)
    few = sa.select(TEXTS.c.post_id).where(TEXTS.c.post_id > oldest, *has).limit(MOST)
    return sa.select(sa.func.count()).select_from(few.subquery())


@cache
def count_candidates(
    candidates: sa.Select[int], glanced: AnySelect, *, few: int, most: int
) -> AnySelect:
    """Counts the candidates of the index; `most + 1` if there are more, or if recent texts match.

    Recent texts are sampled first, because counting a frequent word costs as much as reading it.
    """
    named = candidates.limit(constant(most + 1)).subquery("candidates")
    count = sa.select(sa.func.count()).select_from(named).scalar_subquery()
    is_few = glanced.scalar_subquery() <= constant(few)
    return sa.select(sa.case((is_few, count), else_=constant(most + 1)))


def _page_among_candidates(shape: Shape, text_search: TextSearch, likes: Likes) -> AnySelect:
    """Selects a page of unordered candidates: all are checked, only the page is read whole."""
    counted = sa.select(POSTS.c.id, sa.func.count().over().label("total"))
    looked_at = counted.join(TEXTS, TEXTS.c.post_id == POSTS.c.id)
    has = text_search.conditions(TEXTS.c.folded)
    found = select_first(looked_at.where(*has, POSTS.c.id.in_(text_search.candidates)), shape)
    shown = found.subquery("found")
    posts = select_posts(likes).add_columns(shown.c.total)
    order = (column.desc() for column in shape.order_columns.values())
    return posts.join(shown, shown.c.id == POSTS.c.id).order_by(*order)


def _along_stream(text_search: TextSearch) -> AnySelect:
    """Selects the next batch of texts from the word index."""
    stream = text_search.stream
    texts = sa.select(stream.number.label("id"), stream.folded.label("folded"))
    among_them = texts.select_from(stream.source).where(*stream.conditions)
    ordered = among_them.order_by(*stream.order)
    named = ordered.limit(constant(text_search.looked_at)).subquery("named")
    return sa.select(named.c.id, sa.and_(*text_search.conditions(named.c.folded)).label("has"))


def _along_list(shape: Shape, text_search: ListScan) -> AnySelect:
    """Selects the next batch of posts, and whether they match: words and reader."""
    order_columns = shape.order_columns
    has_words = (_text_has(text_search),) if text_search.words else ()
    has = sa.and_(sa.true(), *has_words, *shows_post(shape.hidden)).label("has")
    posts = narrow_to_list(sa.select(*order_columns.values(), has), shape)
    ordered = posts.order_by(*(column.desc() for column in order_columns.values()))
    return ordered.limit(constant(text_search.looked_at))


def _found_among(looked: sa.CTE, shape: Shape, text_search: ListScan) -> AnySelect:
    """Selects the posts of a batch that contain the search."""
    found = sa.select(*(looked.c[name] for name in shape.order_columns)).where(looked.c.has)
    if shape.by_number:
        found = found.where(_post_fits(looked, shape))
    order = (looked.c[name].desc() for name in shape.order_columns)
    return found.order_by(*order).limit(constant(text_search.counted))


def _is_last(edge: sa.FromClause, looked: sa.CTE, shape: Shape, text_search: ListScan) -> Condition:
    """Returns whether this is the last post of a full batch, so that others may follow."""
    count = sa.select(sa.func.count()).select_from(looked).scalar_subquery()
    order = (looked.c[name] for name in shape.order_columns)
    last = sa.select(looked.c.id).order_by(*order).limit(constant(1))
    if shape.by_number:
        last = sa.select(sa.func.min(looked.c.id))
    is_cut_off = count == constant(text_search.looked_at)
    return sa.and_(edge.c.id == last.scalar_subquery(), is_cut_off)


def _post_fits(looked: sa.CTE, shape: Shape) -> Condition:
    """Returns whether the post fits the filters and the reader, as a correlated subquery.

    For the reason see `_text_has`.
    """
    fits = sa.select(sa.and_(*conditions_of(shape), *shows_post(shape.hidden)))
    return fits.where(POSTS.c.id == looked.c.id).scalar_subquery()


def _text_has(text_search: ListScan) -> Condition:
    """Returns whether the post's text contains the words, as a correlated subquery.

    With a join, the planner would begin at the texts.
    """
    has = sa.select(sa.and_(*text_search.conditions(TEXTS.c.folded)))
    return has.where(TEXTS.c.post_id == POSTS.c.id).scalar_subquery()
