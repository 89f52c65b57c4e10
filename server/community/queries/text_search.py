"""Statements that search posts: along the index of words, along a list, or by candidates."""

from collections.abc import Iterable, Sequence
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
    narrow_to_page,
)
from server.community.queries.views import POSTS, AnySelect, Likes, select_posts
from server.community.queries.visibility import shows_post
from server.community.tables import PostText
from server.contracts.limits import LIMITS
from server.database.declarative import table_of
from server.database.driver import Values
from server.database.readers import Reader
from server.database.search_index import (
    INDEXED_FEW_MOST,
    Contains,
    Stream,
    all_candidates,
    candidate_stream,
    candidates_to_count,
    constant,
    count_in_newest_index,
)

TEXTS = table_of(PostText)

# Cached statements of searches; the least recently used is built again.
SEARCHES_MOST = 128
# A batch examines a bounded number of texts, however many of them match. Its rows have the number
# of matches and, unless the end was reached, the position of the last text that it examined.
# Texts that the first batch examines for each post to count, unless nearly every post matches.
EXAMINED_EACH = 3
# Factor by which each further batch is larger than the one before.
FURTHER = 4
# Batches that one request reads at most.
BATCHES_MOST = 3
# A word that no recent text has may be in many old ones: all are checked up to this number.
RARE_MOST = 2048
# A word of one character is in many bigrams, so its frequency is estimated from the newest texts.
TEXTS_SAMPLED = 1024
# Matches among these texts up to which the candidates of the word are counted.
SAMPLED_FEW_MOST = 32

# Filters that many posts pass; they are checked after the words. The others have an index each.
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
    """Properties of a list that is read in batches, because not each of its posts is shown.

    Mutes and blocks hide some from the reader, or a search has words that they lack.
    """

    # Words that the text contains.
    words: int = 0
    # Posts of the page, and one more.
    most: int
    # Posts or texts that one batch reads.
    batch_size: int = 0

    @property
    def counted(self) -> int:
        """Returns how many posts are counted: the page, the bounded rest, and one more."""
        return self.most + LIMITS.feed_remaining_most

    def scans(self, *, is_plain: bool) -> tuple[Self, ...]:
        """Returns the batches in which the list is read, each larger than the one before.

        `is_plain` says that nearly every post matches, so that the first batch is smaller.
        """
        first = self.counted * (1 if is_plain else EXAMINED_EACH)
        return tuple(replace(self, batch_size=first * FURTHER**n) for n in range(BATCHES_MOST))

    def conditions(self, folded: sa.ColumnElement[str]) -> tuple[Condition, ...]:
        """Returns the conditions that a text contains the words of the search."""
        return _words_in(folded, self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextSearch(ListScan):
    """Properties of a search: number of words and posts, and the source of its candidates."""

    # So few texts match that reading all of them costs little.
    is_rare: bool
    # Ids of all posts whose bigrams match.
    candidates: sa.Select[int]
    # Texts to read in batches, the newest first.
    stream: Stream


def _words_in(folded: sa.ColumnElement[str], count: int) -> tuple[Condition, ...]:
    """Returns the conditions that a text contains `count` words, bound as `word_0` and so on."""
    words = (sa.bindparam(f"word_{n}", type_=sa.Text()) for n in range(count))
    return tuple(Contains(folded, word) for word in words)


async def plan_search(
    reader: Reader, words: Sequence[str], values: Values, *, most: int
) -> TextSearch:
    """Returns how the posts of a search are read, which the frequency of its words decides.

    All candidates of rare words are checked. Texts with frequent words are read in batches, the
    newest first, which fill a page soon. `most` is the number of posts of the page, and one more.
    """
    is_short = all(len(word) == 1 for word in words)
    is_rare = await _is_rare(reader, words, values, is_short=is_short)
    # The index knows a character only as the begin of many bigrams: reading all texts is faster.
    is_along_texts = is_short and not is_rare
    return TextSearch(
        words=len(words),
        most=most,
        is_rare=is_rare,
        candidates=all_candidates(reader.dialect),
        stream=TEXT_STREAM if is_along_texts else candidate_stream(reader.dialect, is_rare=is_rare),
    )


async def _is_rare(reader: Reader, words: Sequence[str], values: Values, *, is_short: bool) -> bool:
    """Returns whether the word index has at most RARE_MOST candidates for these words.

    It counts them only if few recent posts match, else returns False: counting those of a frequent
    word would cost as much as reading them. Recent posts are counted by the index, or if all words
    are single characters (`is_short`), by the texts themselves.
    """
    if is_short:
        recent, few = count_in_newest_texts(len(words)), SAMPLED_FEW_MOST
    else:
        recent, few = count_in_newest_index(reader.dialect), INDEXED_FEW_MOST
    candidates = candidates_to_count(reader.dialect)
    counting = count_candidates(candidates, recent, few=few, most=RARE_MOST)
    [[count]] = await reader.rows(counting, {**values, "most": few + 1})
    return bool(count <= RARE_MOST)


def matches_most_posts(conditions: Iterable[str]) -> bool:
    """Returns whether most posts fulfil these filters, named as in CONDITIONS."""
    return BROAD.issuperset(conditions)


@lru_cache(SEARCHES_MOST)
def search_page(shape: Shape, text_search: ListScan, likes: Likes) -> AnySelect:
    """Builds the statement of one batch of a search or filtered list, or of all rare candidates."""
    if isinstance(text_search, TextSearch):
        if shape.by_number:
            return _page_of_batch(shape, text_search, likes, batch=_along_stream(text_search))
        if text_search.is_rare:
            return _page_among_candidates(shape, text_search, likes)
    return _page_of_batch(shape, text_search, likes, batch=_along_list(shape, text_search))


def _page_of_batch(
    shape: Shape, text_search: ListScan, likes: Likes, *, batch: AnySelect
) -> AnySelect:
    """Selects the first posts of `batch` that match, the number of matches, and its last post.

    The position of the last post is null if the batch reached the end.
    """
    examined = batch.cte("examined")
    found = _found_among(examined, shape, text_search).cte("found")
    newest = sa.select(found.c.id).order_by(*(found.c[name].desc() for name in shape.order_columns))
    shown = newest.limit(constant(text_search.most)).subquery("shown")
    total = sa.select(sa.func.count().label("total")).select_from(found).subquery("counted")
    edge = POSTS.alias("edge")
    # Without a match, total and edge come in a row of their own.
    summary = total.outerjoin(edge, _is_last(edge, examined, shape, text_search))
    posts = summary.outerjoin(shown, sa.true()).outerjoin(POSTS, POSTS.c.id == shown.c.id)
    order_columns = (edge.c[name] for name in ORDER_COLUMNS[shape.order])
    page = select_posts(likes, posts).add_columns(total.c.total, *order_columns)
    return page.order_by(*(column.desc() for column in shape.order_columns.values()))


@cache
def count_in_newest_texts(words: int) -> AnySelect:
    """Builds the statement that counts texts with all words among the newest TEXTS_SAMPLED.

    `words` is the number of words, whose values are bound later. It counts at most `most`.
    """
    oldest = sa.select(sa.func.max(TEXTS.c.post_id) - TEXTS_SAMPLED).scalar_subquery()
    has = _words_in(TEXTS.c.folded, words)
    few = sa.select(TEXTS.c.post_id).where(TEXTS.c.post_id > oldest, *has).limit(MOST)
    return sa.select(sa.func.count()).select_from(few.subquery())


@cache
def count_candidates(
    candidates: sa.Select[int], recent: AnySelect, *, few: int, most: int
) -> AnySelect:
    """Builds the statement that counts the candidates of the word index, at most `most + 1`.

    `recent` selects one number, the matches among recent texts: above `few`, the result is
    `most + 1`, as counting a frequent word costs as much as reading it.
    """
    named = candidates.limit(constant(most + 1)).subquery("candidates")
    count = sa.select(sa.func.count()).select_from(named).scalar_subquery()
    is_few = recent.scalar_subquery() <= constant(few)
    return sa.select(sa.case((is_few, count), else_=constant(most + 1)))


def _page_among_candidates(shape: Shape, text_search: TextSearch, likes: Likes) -> AnySelect:
    """Selects a page of a rare search: checks all candidates, but reads only the page's posts."""
    counted = sa.select(POSTS.c.id, sa.func.count().over().label("total"))
    joined = counted.join(TEXTS, TEXTS.c.post_id == POSTS.c.id)
    has = text_search.conditions(TEXTS.c.folded)
    found = narrow_to_page(joined.where(*has, POSTS.c.id.in_(text_search.candidates)), shape)
    shown = found.subquery("found")
    posts = select_posts(likes).add_columns(shown.c.total)
    order = (column.desc() for column in shape.order_columns.values())
    return posts.join(shown, shown.c.id == POSTS.c.id).order_by(*order)


def _along_stream(text_search: TextSearch) -> AnySelect:
    """Selects the next batch of texts of the search's stream, and whether each has the words."""
    stream = text_search.stream
    texts = sa.select(stream.number.label("id"), stream.folded.label("folded"))
    among_them = texts.select_from(stream.source).where(*stream.conditions)
    ordered = among_them.order_by(*stream.order)
    named = ordered.limit(constant(text_search.batch_size)).subquery("named")
    return sa.select(named.c.id, sa.and_(*text_search.conditions(named.c.folded)).label("has"))


def _along_list(shape: Shape, text_search: ListScan) -> AnySelect:
    """Selects the next batch of posts of a list, and whether each has the words and is visible."""
    order_columns = shape.order_columns
    has_words = (_text_has(text_search),) if text_search.words else ()
    has = sa.and_(sa.true(), *has_words, *shows_post(shape.hidden)).label("has")
    posts = narrow_to_list(sa.select(*order_columns.values(), has), shape)
    ordered = posts.order_by(*(column.desc() for column in order_columns.values()))
    return ordered.limit(constant(text_search.batch_size))


def _found_among(batch: sa.CTE, shape: Shape, text_search: ListScan) -> AnySelect:
    """Selects the posts of a batch that match, in the order of the list."""
    found = sa.select(*(batch.c[name] for name in shape.order_columns)).where(batch.c.has)
    if shape.by_number:
        found = found.where(_post_fits(batch, shape))
    order = (batch.c[name].desc() for name in shape.order_columns)
    return found.order_by(*order).limit(constant(text_search.counted))


def _is_last(edge: sa.FromClause, batch: sa.CTE, shape: Shape, text_search: ListScan) -> Condition:
    """Returns the condition that `edge` is the last post of a full batch; others may follow."""
    count = sa.select(sa.func.count()).select_from(batch).scalar_subquery()
    order = (batch.c[name] for name in shape.order_columns)
    last = sa.select(batch.c.id).order_by(*order).limit(constant(1))
    if shape.by_number:
        last = sa.select(sa.func.min(batch.c.id))
    is_cut_off = count == constant(text_search.batch_size)
    return sa.and_(edge.c.id == last.scalar_subquery(), is_cut_off)


def _post_fits(batch: sa.CTE, shape: Shape) -> Condition:
    """Returns the condition that a post of the batch fits the filters and is visible.

    It is a correlated subquery for the reason that is given at `_text_has`.
    """
    fits = sa.select(sa.and_(*conditions_of(shape), *shows_post(shape.hidden)))
    return fits.where(POSTS.c.id == batch.c.id).scalar_subquery()


def _text_has(text_search: ListScan) -> Condition:
    """Returns the condition that the post's text contains the words, as a correlated subquery.

    With a join, the planner would begin at the texts.
    """
    has = sa.select(sa.and_(*text_search.conditions(TEXTS.c.folded)))
    return has.where(TEXTS.c.post_id == POSTS.c.id).scalar_subquery()
