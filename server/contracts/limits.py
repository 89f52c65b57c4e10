"""Limits of texts, uploads and lists, shared by host and client."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict

from server.contracts.files import SHARED, Strict, broken, read
from server.contracts.routes import Language

Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]


class Allowance(Strict, frozen=True, rename="camel"):
    """Allowance of a member, and the public posts and days of membership that it requires."""

    public_posts: Count
    days: Count
    # Within an hour.
    posts: Positive
    # Within ten minutes.
    comments: Positive
    # In one text; one with more is held for review. None without a limit.
    links: Count | None


class Limits(Strict, frozen=True, rename="camel"):
    """Fields of shared/limits.json."""

    post_content_characters: Positive
    post_content_bytes: Positive
    post_title_characters: Positive
    shop_name_characters: Positive
    harvest_period_characters: Positive
    processing_method_characters: Positive
    price_yen_most: Positive
    post_images: Positive
    post_image_bytes: Positive
    image_alt_characters: Positive
    avatar_bytes_storage: Positive
    avatar_bytes_form: Positive
    display_name_characters: Positive
    bio_characters: Positive
    bio_rows: Positive
    comment_characters: Positive
    report_note_characters: Positive
    # In which an author can undo a deletion.
    undo_seconds: Positive
    # By steps; the last one has the rates of every established member.
    allowances: Annotated[tuple[Allowance, ...], Meta(min_length=1)]
    # Days of membership after which the last step needs no posts.
    established_days: Positive
    # A text of at least so many characters is held if its author repeats it within so many hours.
    repeat_hours: Positive
    repeat_characters: Positive
    # Posts and comments of one member within so many minutes, after which the next is held.
    burst_things: Positive
    burst_minutes: Positive
    # Members whom one member mutes or blocks, and muted words.
    hidden_members: Positive
    follows: Positive
    # Named collections of one member, and posts in one.
    collections: Positive
    collection_posts: Positive
    collection_name_characters: Positive
    muted_words: Positive
    muted_word_characters: Positive
    # Of a word in Latin letters; a single one is in nearly every post.
    muted_word_least: Positive
    rating_least: Positive
    rating_most: Positive
    feed_page_size: Positive
    feed_pages: Positive
    feed_remaining_most: Positive
    cultivar_page_size: Positive
    compared_records: Positive
    profile_page_size: Positive
    comment_preview: Positive
    card_images: Positive
    cultivar_suggestions: Positive
    new_post_highlight_ms: Positive
    profile_retry_ms: Positive
    initial_delay_ms: Positive
    callback_retry_ms: Positive
    storage_cache_seconds: Positive
    meta_description_characters: Positive
    # Of a post's title in the head; a full-width character has two columns.
    title_columns: Positive
    search_characters: Positive
    searches_per_minute: Positive
    reply_business_days: Positive
    languages: Annotated[tuple[Language, ...], Meta(min_length=1)]
    prefectures: Positive
    tea_categories: Positive
    current_user_fresh_ms: Positive
    current_user_kept_ms: Positive
    posts_fresh_ms: Positive
    comments_fresh_ms: Positive
    queries_fresh_ms: Positive
    queries_kept_ms: Positive
    query_retries: Count
    query_retry_ms: Positive
    session_seconds: Positive
    # Of a path to return to after the sign-in, percent-encoded; a sealed cookie has room for it.
    return_path_bytes: Positive
    session_idle_days: Positive
    session_most_days: Positive
    refresh_tick_ms: Positive
    refresh_ticks: Positive
    refresh_retry_ms: Positive
    heartbeat_ms: Positive
    reconnect_ms: Annotated[tuple[Positive, ...], Meta(min_length=1)]
    realtime_timeout_ms: Positive


# The first of each pair must not be above the second.
_ASCENDING = (
    ("rating_least", "rating_most"),
    ("muted_word_least", "muted_word_characters"),
    ("session_idle_days", "session_most_days"),
)


def load_limits(path: Path) -> Limits:
    """Reads the limits; raises StartRefused for a least value above the greatest."""
    limits = read(path, Limits)
    values, names = asdict(limits), Limits.__struct_encode_fields__
    written = dict(zip(Limits.__struct_fields__, names, strict=True))
    for least, most in _ASCENDING:
        if values[least] > values[most]:
            raise broken(path, f"`$.{written[least]}` must not be above `$.{written[most]}`")
    return limits


LIMITS = load_limits(SHARED / "limits.json")
