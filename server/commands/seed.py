"""Command that fills an empty development database with samples of members, posts and comments."""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from server.accounts.avatars.actions.avatars import BUCKET as AVATARS
from server.accounts.profiles.actions import save_avatar_url, save_profile
from server.accounts.profiles.rules import checked_profile
from server.accounts.profiles.schemas import ProfileChange
from server.accounts.sessions.actions.sessions import (
    SignInContext,
    close_all_sessions,
    open_session,
)
from server.accounts.sessions.claims import Identity
from server.accounts.sessions.queries import SignedIn, find_signed_in
from server.accounts.sessions.tokens import hash_of
from server.commands.migrate import migrate_database
from server.community.actions.posts import create_post
from server.community.actions.reactions import add_comment, like_post
from server.community.actions.samples import insert_sample_posts
from server.community.dependencies import CommunityDependencies
from server.community.queries.contributions import has_never_had_posts
from server.community.rules import Draft
from server.community.samples.files import IMAGES, SamplePost, read_members, read_posts
from server.community.schemas import ChosenImage, NewComment, NewPost
from server.database.clock import utc_now
from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.transaction import transaction
from server.errors import StartRefused
from server.media.imaging.responsive_images import encode_site_image
from server.media.imaging.worker_protocol import ResponsiveImage
from server.media.uploads.actions.post_images import store_picture
from server.media.uploads.rules import avatar_name, avatar_url
from server.parts import Parts, make_parts
from server.settings import Settings
from server.web.rate_limits.rates import Rate
from server.web.viewer import Member

# No provider has this issuer, so no visitor can sign in as a sample member.
ISSUER = "urn:chanoki:samples"
JOINED_BEFORE = timedelta(days=60)

EncodedImages = Mapping[int, list["asyncio.Future[ResponsiveImage]"]]


class _Unlimited:
    """Rate limiter without limits, for samples that are written at once."""

    async def take(self, rate: Rate, who: str) -> int:
        del rate, who
        return 0


def seed(settings: Settings, *, more: int = 0) -> int:
    """Writes sample posts, unless there are or were posts, and `more` generated ones.

    Returns the exit code.
    """
    count = asyncio.run(write_samples(settings, more=more))
    print(f"{count} sample posts were written." if count else "There are posts already.")
    return 0


async def write_samples(settings: Settings, *, more: int = 0) -> int:
    """Writes the sample posts unless there are or were posts; returns the number of new posts.

    `more` generated posts are written in any case. Migrates the database first; raises
    StartRefused in production.
    """
    if settings.is_production:
        raise StartRefused("samples are for development; this is ENVIRONMENT=production.")
    await migrate_database(settings.database_url)
    engine = create_engine(settings.database_url, LONG_WORK)
    try:
        parts = make_parts(settings, engine)
        async with transaction(parts.database) as opened:
            is_new = await has_never_had_posts(opened.session)
        if not is_new and not more:
            return 0
        return await _write_members_and_posts(parts, utc_now(), is_new=is_new, more=more)
    finally:
        await engine.dispose()


async def _write_members_and_posts(parts: Parts, now: datetime, *, is_new: bool, more: int) -> int:
    """Writes sample members, sample posts if `is_new`, and `more` generated posts.

    Returns the number of posts.
    """
    posts = read_posts() if is_new else ()
    images = _start_encoding(posts)
    members = await _sign_up(parts, now - JOINED_BEFORE)
    member_ids = [member.id for member in members.values()]
    await insert_sample_posts(parts.database, member_ids, count=more, now=now)
    await _write_sample_posts(parts, posts, members, images=images, now=now)
    return len(posts) + more


async def _write_sample_posts(
    parts: Parts,
    posts: Sequence[SamplePost],
    members: Mapping[str, Member],
    *,
    images: EncodedImages,
    now: datetime,
) -> None:
    """Writes the sample posts with likes and comments at times before now."""
    chance = random.Random(len(posts))  # noqa: S311 (who likes what need not be hard to guess)
    for number, post in enumerate(posts):
        written_at = now - timedelta(hours=post.hours_ago)
        pictures = [await encoded for encoded in images[number]]
        post_id = await _write_sample_post(parts, post, members, pictures=pictures, now=written_at)
        likers = chance.sample(sorted(members), k=min(post.likes, len(members)))
        for step, name in enumerate(likers, start=1):
            then = _community_at(parts, _between(written_at, now, step / (len(likers) + 1)))
            await like_post(then, members[name], post_id=post_id)
        for step, comment in enumerate(post.comments, start=1):
            then = _community_at(parts, _between(written_at, now, step / (len(post.comments) + 3)))
            new_comment = NewComment(comment.content)
            await add_comment(then, members[comment.author], post_id=post_id, comment=new_comment)


def _start_encoding(posts: Sequence[SamplePost]) -> EncodedImages:
    """Starts to encode the samples' images in threads; returns the running work."""
    loop = asyncio.get_running_loop()
    return {
        number: [
            loop.run_in_executor(None, encode_site_image, (IMAGES / picture.file).read_bytes())
            for picture in post.pictures
        ]
        for number, post in enumerate(posts)
    }


async def _sign_up(parts: Parts, now: datetime) -> dict[str, Member]:
    """Creates the sample members by the usual actions, without sessions; returns them by key."""
    members = {}
    for name, sample in read_members().items():
        identity = Identity(ISSUER, name, None, sample.name)
        visit = SignInContext(user_agent="", previous_token=None, language=sample.language)
        change = ProfileChange(
            display_name=sample.name,
            language=sample.language,
            bio=sample.bio,
            favorite_tea_type=sample.favorite_tea_type,
            favorite_tea_variety=sample.favorite_tea_variety,
        )
        kept = checked_profile(change)
        async with transaction(parts.database) as opened:
            session = await open_session(opened, identity, visit=visit, now=now)
            found = await find_signed_in(opened.session, hash_of(session.token), now=now)
            assert isinstance(found, SignedIn)
            await close_all_sessions(opened, found.member)
            await save_profile(
                opened, found.member, change=kept, now=now, count=parts.sessions.count
            )
        members[name] = found.member
        if sample.avatar:
            await _give_avatar(parts, found.member, file=sample.avatar, now=now)
    return members


async def _give_avatar(parts: Parts, member: Member, *, file: str, now: datetime) -> None:
    """Stores a sample member's avatar and its address."""
    data = (IMAGES / file).read_bytes()
    name = avatar_name(member.id, "png")
    await parts.uploads.storage.put(AVATARS, name, data=data, media_type="image/png")
    async with transaction(parts.database) as opened:
        await save_avatar_url(opened, member, url=avatar_url(name, data), now=now)


async def _write_sample_post(
    parts: Parts,
    post: SamplePost,
    members: Mapping[str, Member],
    *,
    pictures: list[ResponsiveImage],
    now: datetime,
) -> int:
    """Writes a sample post as its author would, with its pictures; returns its id."""
    author = members[post.author]
    uploads = replace(parts.uploads, now=lambda: now)
    stored = [
        await store_picture(uploads, author, picture=picture, moment=now) for picture in pictures
    ]
    images = tuple(
        ChosenImage(view.id, picture.alt)
        for view, picture in zip(stored, post.pictures, strict=True)
    )
    new = NewPost(
        **{name: getattr(post, name) for name in Draft.__struct_fields__},
        category=post.category,
        language=post.language,
        images=images,
    )
    return (await create_post(_community_at(parts, now), author, post=new, key=None)).id


def _community_at(parts: Parts, moment: datetime) -> CommunityDependencies:
    """Returns the dependencies of actions that happen at a moment, without rate limits."""
    return replace(parts.community, rates=_Unlimited(), now=lambda: moment)


def _between(start: datetime, end: datetime, part: float) -> datetime:
    """Returns the time at `part` (0 to 1) of the way from start to end."""
    return start + (end - start) * part
