"""Search for members by the words of their names, along the index of names."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from itertools import repeat

import sqlalchemy as sa

from server.accounts.profiles.names import SUFFIX_MOST
from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import MemberName
from server.accounts.sessions.tables import Account
from server.community.members.cursors import NamePosition, format_position, parse_position
from server.community.members.schemas import MemberCard, MemberPage
from server.community.queries.views import POSTS, PROFILES, AnySelect
from server.community.queries.visibility import FOLLOWS, is_public_post, shows_member
from server.community.schemas import Author
from server.community.search import words_of
from server.contracts.limits import LIMITS
from server.database.declarative import table_of
from server.database.driver import Values
from server.database.readers import Reader, Source, reader_over
from server.web.viewer import Member, Viewer

NAMES = table_of(MemberName)
ACCOUNTS = table_of(Account)

PAGE = LIMITS.profile_page_size
# Entries of the index that each statement of a request reads: few where most entries match, and
# 17,000 in all where two common words are seldom in one name. Rows of one statement are read at
# once, so none is so large that other requests wait.
BATCHES = (200, 800, *[3_200] * 5)
BIO_CHARACTERS = 120
WORDS_MOST = 4
# Greater than every character of a name.
_LAST_SIGN = "\U0010ffff"
NOBODY_FOUND = MemberPage(members=(), next=None)


async def search_members(
    source: Source, search: str, *, after: str | None, viewer: Viewer, now: datetime
) -> MemberPage:
    """Returns members whose name has, for each word of the search, a word that begins with it.

    Only the first WORDS_MOST words count. Names that begin with the longest of them come first,
    then names with it further inside. A request reads at most sum(BATCHES) entries; where it stops
    there, the page can be short, even empty, and still name a next one. Members who are suspended
    are left out, as are those whom the viewer hides or who block the viewer.
    """
    words = sorted(words_of(search)[:WORDS_MOST], key=len, reverse=True)
    if not words:
        return NOBODY_FOUND
    reader, edge = reader_over(source), parse_position(after)
    values: dict[str, object] = {"now": now}
    for n, word in enumerate(words):
        begin = word[:SUFFIX_MOST]
        values |= {f"word_{n}": begin, f"end_{n}": begin + _LAST_SIGN}
    if isinstance(viewer, Member):
        values["reader"] = viewer.id
    found: list[NamePosition] = []
    for size in BATCHES:
        batch = partial(_batch, len(words), size=size, is_member=viewer.is_member)
        matches, last = await _read_batch(reader, batch, edge, size=size, values=values)
        found += matches
        if len(found) > PAGE or last is None:
            break
        edge = last
    else:
        last = edge
    shown = found[:PAGE]
    last = shown[-1] if len(found) > PAGE else last
    cards = await _cards(reader, shown, viewer=viewer)
    return MemberPage(cards, next=None if last is None else format_position(last))


async def _read_batch(
    reader: Reader,
    batch: Callable[[int], AnySelect],
    after: NamePosition,
    *,
    size: int,
    values: Values,
) -> tuple[list[NamePosition], NamePosition | None]:
    """Reads `size` index entries after a position; returns the matches and where to continue.

    After the whole names (place 0) come their suffixes (1); after these the position is None.
    """
    last = {"last_suffix": after.suffix, "last_member": after.member_id}
    rows = await reader.rows(batch(after.place), {**values, **last})
    matches = [NamePosition(after.place, *row[:2]) for row in rows if row[2]]
    if len(rows) == size:
        return matches, NamePosition(after.place, *rows[-1][:2])
    return matches, NamePosition(1, "", "") if after.place == 0 else None


async def _cards(
    reader: Reader, found: Sequence[NamePosition], *, viewer: Viewer
) -> tuple[MemberCard, ...]:
    """Returns the cards of the members at these positions, in the same order."""
    if not found:
        return ()
    ids = [one.member_id for one in found]
    # The statement has PAGE parameters, so that all pages share one: the first id fills the rest.
    filled = [*ids, *repeat(ids[0], PAGE - len(ids))]
    values: dict[str, object] = {f"id_{n}": id for n, id in enumerate(filled)}
    if isinstance(viewer, Member):
        values["reader"] = viewer.id
    rows = await reader.rows(_cards_of(is_member=viewer.is_member), values)
    cards: Mapping[str, MemberCard] = {
        id: MemberCard(
            Author(id, public_name(name), avatar),
            _excerpt(bio),
            tea_type if shares else None,
            cultivar if shares else None,
            count,
            bool(is_followed),
        )
        for id, name, avatar, bio, shares, tea_type, cultivar, count, is_followed in rows
    }
    return tuple(cards[id] for id in ids if id in cards)


def _excerpt(bio: str | None) -> str | None:
    """Returns the beginning of a bio on one line; None without a bio."""
    line = " ".join((bio or "").split())
    if len(line) <= BIO_CHARACTERS:
        return line or None
    return f"{line[:BIO_CHARACTERS].rstrip()}…"


def _begins(names: sa.FromClause, n: int) -> sa.ColumnElement[bool]:
    """Returns the condition that an index entry begins with word number `n` of the search."""
    text = NAMES.c.suffix.type
    begin, end = sa.bindparam(f"word_{n}", type_=text), sa.bindparam(f"end_{n}", type_=text)
    return sa.and_(names.c.suffix >= begin, names.c.suffix < end)


@cache
def _batch(words: int, place: int, *, size: int, is_member: bool) -> AnySelect:
    """Builds the statement of the next whole names (`place` 0) or suffixes (1) with `word_0`.

    They begin with that word, the longest. Each row says whether its member is shown: all words
    match, the viewer may find the member, and no earlier entry has found the same member.
    """
    last = (
        sa.bindparam("last_suffix", type_=NAMES.c.suffix.type),
        sa.bindparam("last_member", type_=NAMES.c.member_id.type),
    )
    # Written into the statement: each place has a plan of its own.
    is_place = NAMES.c.place == sa.literal_column(str(place), sa.SmallInteger)
    entries = (
        sa.select(NAMES.c.suffix, NAMES.c.member_id)
        .where(is_place, _begins(NAMES, 0))
        .where(sa.tuple_(NAMES.c.suffix, NAMES.c.member_id) > sa.tuple_(*last))
        .order_by(NAMES.c.suffix, NAMES.c.member_id)
        .limit(sa.literal_column(str(size), sa.Integer))
        .subquery("entries")
    )
    other = NAMES.alias("other_words")
    has_all = [
        sa.exists().where(other.c.member_id == entries.c.member_id, _begins(other, n))
        for n in range(1, words)
    ]
    conditions = [*has_all, _is_shown(entries, is_member=is_member)]
    if place:
        # A member is found once, by the first entry that matches.
        earlier = NAMES.alias("earlier")
        is_earlier = sa.or_(earlier.c.place == 0, earlier.c.suffix < entries.c.suffix)
        same = earlier.c.member_id == entries.c.member_id
        conditions.append(~sa.exists().where(same, _begins(earlier, 0), is_earlier))
    shown = sa.type_coerce(sa.and_(*conditions), sa.Integer)
    listed = sa.select(entries.c.suffix, entries.c.member_id, shown.label("is_shown"))
    return listed.order_by(entries.c.suffix, entries.c.member_id)


def _is_shown(entries: sa.FromClause, *, is_member: bool) -> sa.ColumnElement[bool]:
    """Returns the condition that an entry's member is not suspended, nor hidden from the viewer."""
    now = sa.bindparam("now", type_=ACCOUNTS.c.suspended_until.type)
    is_free = sa.or_(ACCOUNTS.c.suspended_at.is_(None), ACCOUNTS.c.suspended_until <= now)
    shown = [PROFILES.c.id == entries.c.member_id, ACCOUNTS.c.id == PROFILES.c.id, is_free]
    if is_member:
        shown.append(shows_member())
    return sa.exists().where(*shown)


@cache
def _cards_of(*, is_member: bool) -> AnySelect:
    """Builds the statement of the cards of `PAGE` members."""
    count = sa.select(sa.func.count()).select_from(POSTS)
    count = count.where(POSTS.c.user_id == PROFILES.c.id, is_public_post())
    follow = sa.exists().where(
        FOLLOWS.c.member_id == sa.bindparam("reader", type_=FOLLOWS.c.member_id.type),
        FOLLOWS.c.kind == "member",
        FOLLOWS.c.value == PROFILES.c.id,
    )
    ids = [sa.bindparam(f"id_{n}", type_=PROFILES.c.id.type) for n in range(PAGE)]
    return sa.select(
        PROFILES.c.id,
        PROFILES.c.display_name,
        PROFILES.c.avatar_url,
        PROFILES.c.bio,
        PROFILES.c.shares_favourites,
        PROFILES.c.favorite_tea_type,
        PROFILES.c.favorite_tea_variety,
        count.scalar_subquery(),
        sa.type_coerce(follow, sa.Integer) if is_member else sa.null(),
    ).where(PROFILES.c.id.in_(ids))
