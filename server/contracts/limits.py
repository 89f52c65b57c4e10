"""Limits of texts, uploads and lists, shared by host and client."""

from server.contracts.files import SHARED, Strict, read
from server.contracts.routes import Language


class Allowance(Strict, frozen=True, rename="camel"):
    """Allowance of a member, and the public posts and days of membership that it requires."""

    public_posts: int
    days: int
    # Within an hour.
    posts: int
    # Within ten minutes.
    comments: int
    # In one text; one with more is held for review. None without a limit.
    links: int | None


class Limits(Strict, frozen=True, rename="camel"):
    """Fields of shared/limits.json."""

    post_content_characters: int
    post_content_bytes: int
    post_title_characters: int
    shop_name_characters: int
    harvest_period_characters: int
    processing_method_characters: int
    price_yen_most: int
    post_images: int
    post_image_bytes: int
    image_alt_characters: int
    avatar_bytes_storage: int
    avatar_bytes_form: int
    display_name_characters: int
    bio_characters: int
    bio_rows: int
    comment_characters: int
    report_note_characters: int
    # In which an author can undo a deletion.
    undo_seconds: int
    # By steps; the last one has the rates of every established member.
    allowances: tuple[Allowance, ...]
    # Days of membership after which the last step needs no posts.
    established_days: int
    # A text of at least so many characters is held if its author repeats it within so many hours.
    repeat_hours: int
    repeat_characters: int
    # Posts and comments of one member within so many minutes, after which the next is held.
    burst_things: int
    burst_minutes: int
    # Members whom one member mutes or blocks, and muted words.
    hidden_members: int
    follows: int
    # Named collections of one member, and posts in one.
    collections: int
    collection_posts: int
    collection_name_characters: int
    muted_words: int
    muted_word_characters: int
    # Of a word in Latin letters; a single one is in nearly every post.
    muted_word_least: int
    rating_least: int
    rating_most: int
    feed_page_size: int
    feed_pages: int
    feed_remaining_most: int
    cultivar_page_size: int
    compared_records: int
    profile_page_size: int
    comment_preview: int
    card_images: int
    cultivar_suggestions: int
    new_post_highlight_ms: int
    profile_retry_ms: int
    initial_delay_ms: int
    callback_retry_ms: int
    storage_cache_seconds: int
    meta_description_characters: int
    # Of a post's title in the head; a full-width character has two columns.
    title_columns: int
    search_characters: int
    searches_per_minute: int
    reply_business_days: int
    languages: tuple[Language, ...]
    prefectures: int
    tea_categories: int
    current_user_fresh_ms: int
    current_user_kept_ms: int
    posts_fresh_ms: int
    comments_fresh_ms: int
    queries_fresh_ms: int
    queries_kept_ms: int
    query_retries: int
    query_retry_ms: int
    session_seconds: int
    # Of a path to return to after the sign-in, percent-encoded; a sealed cookie has room for it.
    return_path_bytes: int
    session_idle_days: int
    session_most_days: int
    refresh_tick_ms: int
    refresh_ticks: int
    refresh_retry_ms: int
    heartbeat_ms: int
    reconnect_ms: tuple[int, ...]
    realtime_timeout_ms: int


LIMITS = read(SHARED / "limits.json", Limits)
