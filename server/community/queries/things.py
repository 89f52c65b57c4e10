"""Queries of the posts, comments, members and records that reports and decisions are about."""

from collections.abc import Iterable, Sequence
from typing import Any, get_args

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.collections.tables import Collection
from server.community.queries.views import POSTS, WITHHELD_COMMENTS, WITHHELD_POSTS
from server.community.queries.visibility import is_public_comment, is_public_post
from server.community.tables import Comment, Post
from server.contracts.catalogue import CULTIVARS
from server.media.uploads.queries import images_of_post, read_images, replaced_pictures
from server.media.uploads.schemas import PostImageView
from server.moderation.profile_parts import filled_parts
from server.moderation.rules import Subject
from server.moderation.schemas import (
    FilledField,
    ReportedPicture,
    ReportedThing,
    ShortField,
    SubjectKind,
)
from server.moderation.tables import ModerationEntry, ResetProfile
from server.web.viewer import Member, Viewer

# Side of a member's picture in the queue, in pixels.
PICTURE_SIDE = 256

SHORT_FIELDS: tuple[ShortField, ...] = get_args(ShortField)

_TABLES: dict[str, type[Post] | type[Comment]] = {"post": Post, "comment": Comment}


async def find_thing(session: AsyncSession, subject: Subject) -> ReportedThing | None:
    """Returns the post, comment, member or record of a subject as moderators see it.

    Returns None if it does not exist; hidden, held and just deleted ones are returned.
    """
    things = await find_things(session, [subject])
    return things.get(str(subject))


async def find_reportable_thing(
    session: AsyncSession, subject: Subject, viewer: Viewer
) -> ReportedThing | None:
    """Returns a subject as its reporter sees it; None if it does not exist or is withheld.

    A comment on a withheld post counts as withheld too, except for the post's author. Moderators
    also report what is hidden or held, so that they can decide about it again.
    """
    is_moderator = isinstance(viewer, Member) and viewer.role is not None
    things = await find_things(session, [subject], is_public=not is_moderator)
    thing = things.get(str(subject))
    if thing is None or thing.kind != "comment" or is_moderator:
        return thing
    own = Post.user_id == viewer.id if isinstance(viewer, Member) else sa.false()
    shown = sa.select(Post.id).where(Post.id == thing.post_id, sa.or_(is_public_post(), own))
    return thing if await session.scalar(shown) is not None else None


def written_text(thing: ReportedThing) -> str | None:
    """Returns all that a member wrote of a thing; None for a record of the catalogue.

    That is the name and bio of a profile, or a text with its short fields and descriptions of
    pictures, each on a line of its own.
    """
    if thing.kind == "cultivar":
        return None
    name = thing.author if thing.kind == "member" else None
    fields = (field.text for field in thing.fields)
    descriptions = (picture.alt for picture in thing.images)
    return "\n".join(part for part in (name, thing.text, *fields, *descriptions) if part)


def _subject_of(entry: ModerationEntry) -> Subject | None:
    """Returns the subject of a log entry on a post, comment or member.

    None for a member who has left; for an entry on a record or a word, a subject that is not found.
    """
    if entry.subject_kind == "member":
        return Subject("member", member_id=entry.member_id) if entry.member_id else None
    kind: SubjectKind = "post" if entry.subject_kind == "post" else "comment"
    return Subject(kind, number=entry.subject_id)


def by_author(thing: ReportedThing | None, author_id: str | None) -> ReportedThing | None:
    """Returns the thing if this is its author, else None.

    None is the author of a record, and of what a former member wrote. On SQLite, earlier releases
    gave a new comment the id of a deleted one, to which reports and log entries still refer.
    """
    return thing if thing is not None and thing.member_id == author_id else None


async def things_of_entries(
    session: AsyncSession, entries: Sequence[ModerationEntry]
) -> dict[int, ReportedThing]:
    """Returns what log entries are about, by the id of the entry, if it still exists.

    Left out is what has another author than the entry's member (`by_author`). For the reset of a
    profile it is what was reset, not the present profile.
    """
    subjects = {entry.id: _subject_of(entry) for entry in entries}
    things = await find_things(session, [one for one in subjects.values() if one])
    found = {
        entry.id: by_author(things.get(str(subjects[entry.id])), entry.member_id)
        for entry in entries
    }
    reset = sa.select(ResetProfile).where(ResetProfile.entry_id.in_(found))
    earlier = {
        row.entry_id: _thing_of_reset(row, found[row.entry_id])
        for row in await session.scalars(reset)
    }
    return {id: thing for id, thing in (found | earlier).items() if thing is not None}


def _thing_of_reset(row: ResetProfile, present: ReportedThing | None) -> ReportedThing:
    """Returns what was reset of a profile; its text is the name and the bio.

    If the name was not reset, it is that of the `present` profile.
    """
    kept_name = present.author if present and not row.display_name else None
    return ReportedThing(
        subject=f"member:{row.member_id}",
        kind="member",
        post_id=None,
        member_id=row.member_id,
        author=kept_name or public_name(row.display_name),
        text="\n".join(filter(None, (row.display_name, row.bio))),
        images=_picture(row.picture),
    )


def _picture(url: str | None) -> tuple[ReportedPicture, ...]:
    """Returns the picture of a member; empty without an address."""
    return (ReportedPicture(url, PICTURE_SIDE, PICTURE_SIDE, None),) if url else ()


def _pictures(images: Iterable[PostImageView]) -> tuple[ReportedPicture, ...]:
    """Returns the pictures of a post as moderators see them."""
    return tuple(ReportedPicture(one.url, one.width, one.height, one.alt) for one in images)


async def find_replaced_pictures(
    session: AsyncSession, things: Iterable[ReportedThing]
) -> dict[str, tuple[ReportedPicture, ...]]:
    """Returns the pictures that were replaced in these posts after a report, by subject."""
    numbers = [thing.post_id for thing in things if thing.kind == "post" and thing.post_id]
    replaced = await replaced_pictures(session, numbers) if numbers else {}
    return {f"post:{number}": _pictures(images) for number, images in replaced.items()}


async def find_things(
    session: AsyncSession, subjects: Sequence[Subject], *, is_public: bool = False
) -> dict[str, ReportedThing]:
    """Returns the reported posts, comments, members and records that exist, by subject.

    One statement reads each kind. With `is_public`, withheld posts and comments are left out.
    """
    found: dict[str, ReportedThing] = {}
    for kind, table in _TABLES.items():
        numbers = [one.number for one in subjects if one.kind == kind]
        if numbers:
            for row in await session.execute(_select_texts(table, numbers, is_public)):
                thing = _thing(kind, row)
                found[thing.subject] = thing
    for one in subjects:
        record = CULTIVARS.get(one.cultivar or "")
        if record is not None:
            found[str(one)] = ReportedThing(
                subject=str(one),
                kind="cultivar",
                post_id=None,
                member_id=None,
                author=None,
                text=f"{record.name_ja} ({record.name_en})",
            )
    members = [one.member_id for one in subjects if one.kind == "member"]
    if members:
        shared = {} if is_public else await _shared_collections(session, members)
        columns = (Profile.id, Profile.display_name, Profile.bio, Profile.avatar_url)
        select = sa.select(*columns, Profile.updated_at).where(Profile.id.in_(members))
        for id, name, bio, url, updated_at in await session.execute(select):
            subject, names = str(Subject("member", member_id=id)), tuple(shared.get(id, ()))
            found[subject] = ReportedThing(
                subject=subject,
                kind="member",
                post_id=None,
                member_id=id,
                author=public_name(name),
                text=bio or "",
                images=_picture(url),
                filled=filled_parts(name=name, bio=bio, picture=url, collections=names),
                collections=names,
                edited_at=None if is_public else updated_at,
            )
    return found


async def _shared_collections(
    session: AsyncSession, members: Sequence[str | None]
) -> dict[str, list[str]]:
    """Returns the names of the collections that these members share, by member."""
    which = (Collection.member_id.in_(members), Collection.is_shared)
    select = sa.select(Collection.member_id, Collection.name).where(*which)
    names: dict[str, list[str]] = {}
    for member_id, name in await session.execute(select.order_by(Collection.folded)):
        names.setdefault(member_id, []).append(name)
    return names


def _select_texts(
    table: type[Post] | type[Comment],
    numbers: Sequence[int | None],
    is_public: bool,
) -> sa.Select[*tuple[Any, ...]]:
    """Selects posts or comments with authors, pictures, last edits, and two reasons to withhold.

    After these the SHORT_FIELDS follow, null for comments. The reasons are the rule that holds a
    text, and whether its author has deleted it. With `is_public`, withheld texts are left out.
    """
    post_id = Comment.post_id if table is Comment else Post.id
    title = sa.null() if table is Comment else Post.title
    withheld = WITHHELD_COMMENTS if table is Comment else WITHHELD_POSTS
    id = withheld.c.comment_id if table is Comment else withheld.c.post_id
    held = sa.select(withheld.c.reason).where(id == table.id, withheld.c.state == "held")
    is_deleted = sa.exists().where(id == table.id, withheld.c.state == "deleted")
    pictures = sa.null() if table is Comment else images_of_post(POSTS.c.id)
    fields = [sa.null() if table is Comment else getattr(Post, name) for name in SHORT_FIELDS]
    columns = (table.id, post_id, table.user_id, Profile.display_name, title, table.content)
    select = (
        sa.select(*columns, held.scalar_subquery(), is_deleted, pictures, table.edited_at, *fields)
        .outerjoin(Profile, Profile.id == table.user_id)
        .where(table.id.in_(numbers))
    )
    if not is_public:
        return select
    return select.where(is_public_comment() if table is Comment else is_public_post())


def _thing(kind: str, row: Sequence[Any]) -> ReportedThing:
    """Converts a row of `_select_texts`; a thing whose author has left has no author's name."""
    number, post_id, member_id, name, title, content, held, is_deleted, pictures, *more = row
    edited_at, *values = more
    return ReportedThing(
        subject=f"{kind}:{number}",
        kind="post" if kind == "post" else "comment",
        post_id=post_id,
        member_id=member_id,
        author=public_name(name) if member_id else None,
        text=f"{title}\n{content}" if title else content,
        fields=tuple(
            FilledField(field, str(value))
            for field, value in zip(SHORT_FIELDS, values, strict=True)
            if value is not None
        ),
        held=held,
        is_deleted=is_deleted,
        images=_pictures(read_images(pictures)),
        edited_at=edited_at,
    )
