"""Meta of the community's pages: post, feed and member."""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from math import ceil

import msgspec

from server.accounts.profiles.schemas import PublicProfile
from server.community.collections.schemas import CollectionView
from server.community.cursors import Position, parse_cursor
from server.community.feed_query import FeedQuery, parse_feed_query
from server.community.schemas import PostPage, PostView
from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.locales import separator_of, text
from server.contracts.reference import POST_CATEGORIES, PREFECTURES, TEA_CATEGORIES
from server.contracts.routes import Language, page_url
from server.contracts.texts import cut_to_columns
from server.pages.meta.pages import (
    card_of,
    data_of,
    listed_query,
    missing_meta,
    plain_meta,
    query_of,
    robots_of,
    search_text_in,
)
from server.pages.page_request import PageRequest
from server.pages.schemas import MetaProperty, PageMeta

TITLE_CHARACTERS = 40
POSTS_TO_BE_LISTED = 3

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def meta_of(page: PageRequest) -> PageMeta:
    """Returns the head (title, description, tags) of any page, also of a failed one.

    Errors (429 and 5xx) have the general head of a failure, whatever the route.
    """
    if page.status >= 500 or page.status == HTTPStatus.TOO_MANY_REQUESTS:
        return plain_meta(page)
    make = _MAKERS.get(page.route, plain_meta)
    return make(page)


def excerpt(text: str, most: int) -> str:
    """Returns the first `most` characters on one line, with a further "…" if more follow."""
    whole = single_line(text)
    return whole if len(whole) <= most else f"{whole[:most].rstrip()}…"


def single_line(text: str) -> str:
    """Returns the text in one line, without direction characters."""
    return " ".join(_TURNING.sub("", text).split())


def _post_meta(page: PageRequest) -> PageMeta:
    """Returns the head of a post, named after its title, else its text, and after its author."""
    post = data_of(page, "post", PostView)
    if post is None:
        key = "removed" if page.status == 410 else "notFound"
        return missing_meta(page, f"postDetail.{key}", f"postDetail.{key}Body")
    own = title_of(post)
    name = single_line(post.user.display_name) if post.user else ""
    title = text(page.language, "postDetail.named", text=own, name=name) if name else own
    return PageMeta(
        title=title,
        description=excerpt(post.content, LIMITS.meta_description_characters),
        robots=robots_of(page),
        query=query_of(page),
        card=card_of(page),
        type="article",
        original=post.language,
        properties=tuple(_article_properties(page, post)),
        embeddable=True,
    )


def title_of(post: PostView) -> str:
    """Returns the post's title, else the beginning of its text, of at most 66 columns."""
    own = single_line(post.title) if post.title else ""
    return cut_to_columns(own or excerpt(post.content, TITLE_CHARACTERS), LIMITS.title_columns)


def _article_properties(page: PageRequest, post: PostView) -> list[MetaProperty]:
    """Returns the Open Graph properties of a post as an article."""
    written = str(msgspec.to_builtins(post.created_at))
    edited = str(msgspec.to_builtins(post.edited_at)) if post.edited_at else written
    known = post.category in POST_CATEGORIES
    section = text(page.language, f"post.category.{post.category}") if known else post.category
    properties = [
        MetaProperty("article:published_time", written),
        MetaProperty("article:modified_time", edited),
    ]
    if post.user:
        # The author's page in the language of the post; section and tags are in that of the page.
        params = {"id": post.user.id}
        author = page_url(page.site.origin, "member", language=post.language, params=params)
        properties.append(MetaProperty("article:author", author))
    about = _list_names(post.tea_type, post.tea_variety, post.prefecture, language=page.language)
    tags = [MetaProperty("article:tag", name) for name in about]
    return [*properties, MetaProperty("article:section", section), *tags]


def _list_names(
    tea_type: str | None, tea_variety: str | None, prefecture: str | None, *, language: Language
) -> list[str]:
    """Returns the names of tea type, cultivar and prefecture in the page's language."""
    tea = TEA_CATEGORIES.get(tea_type or "")
    cultivar = CULTIVARS.get(tea_variety or "")
    place = PREFECTURES.get(prefecture or "")
    named = [
        *([(tea.name_ja, tea.name)] if tea else []),
        *([(cultivar.name_ja, cultivar.name_en)] if cultivar else []),
        *([(place.name_ja, place.name)] if place else []),
    ]
    return [japanese if language == "ja" else english for japanese, english in named]


def _feed_meta(page: PageRequest) -> PageMeta:
    """Returns the head of the feed.

    A list is not indexed if it is filtered, if its cursor is not of a post, or if no post follows
    the cursor; its canonical address is then that of the category's list, from its beginning.
    """
    fields = listed_query(page)
    query = parse_feed_query(fields)
    language = page.language
    title, description = _feed_texts(query, language)
    chosen = _describe_filters(fields, query, language)
    is_view = bool(chosen or query.tea_variety)
    # An address with `page=3` shows the first three pages as one list.
    pages = min(query.size // LIMITS.feed_page_size, _last_page(page))
    last = parse_cursor(fields.get("after"), "newest")
    is_invented = last is not None and not _is_cursor_shown(page)
    after = fields.get("after", "") if last and not is_invented else ""
    if chosen:
        filters = separator_of(language).join(chosen)
        title = text(language, "community.meta.filtered", title=title, filters=filters)
    elif not is_view and (last or pages > 1):
        title = _title_of_further_page(title, last, pages, language=language)
        key = "community.meta.filtered"
        description = text(language, key, title=title, filters=description)
    own = [("category", query.category or "")]
    if not is_view:
        own += [("after", after), ("page", str(pages) if pages > 1 else "")]
    canonical = "&".join(f"{name}={value}" for name, value in own if value)
    return PageMeta(
        title=title,
        description=description,
        robots=robots_of(page, is_view=is_view or is_invented),
        query=query_of(page, f"?{canonical}" if canonical else ""),
        card=card_of(page),
        feed=f"category/{query.category}" if query.category else "",
    )


def _title_of_further_page(
    title: str, last: Position | None, pages: int, *, language: Language
) -> str:
    """Returns the title of a further page of the list.

    It names the post before which the list begins (`last`), and the number `pages` above 1.
    """
    if last is None:
        return text(language, "community.meta.page", title=title, page=pages)
    key = "community.meta.olderPage" if pages > 1 else "community.meta.older"
    return text(language, key, title=title, number=str(last[-1]), page=pages)


def _last_page(page: PageRequest) -> int:
    """Returns how many pages the loaded feed fills, at least 1; the limit if it was not loaded."""
    count = _count_posts(page)
    return LIMITS.feed_pages if count is None else max(1, ceil(count / LIMITS.feed_page_size))


def _count_posts(page: PageRequest) -> int | None:
    """Returns the number of posts in the loaded feed; None if it was not loaded."""
    known = data_of(page, "feed", PostPage)
    return None if known is None else len(known.posts)


def _is_cursor_shown(page: PageRequest) -> bool:
    """Returns whether the feed's cursor is of a post, and posts follow; True if not loaded."""
    known = data_of(page, "feed", PostPage)
    return known is None or (bool(known.posts) and known.has_known_cursor)


def _feed_texts(query: FeedQuery, language: Language) -> tuple[str, str]:
    """Returns title and description of the feed: of a cultivar, a category, or all posts.

    A cultivar is always filtered within a category.
    """
    if query.category is None:
        keys = ("community.meta.title", "community.meta.description")
        return text(language, keys[0]), text(language, keys[1])
    for name in _list_names(None, query.tea_variety, None, language=language):
        return (
            text(language, "community.meta.cultivar", name=name),
            text(language, "community.meta.cultivarDescription", name=name),
        )
    category = text(language, f"post.category.{query.category}")
    return (
        text(language, "community.meta.category", category=category),
        text(language, "community.meta.categoryDescription", category=category),
    )


def _describe_filters(fields: dict[str, str], query: FeedQuery, language: Language) -> list[str]:
    """Returns the labels of what is followed, search, rating, tea type, prefecture and order.

    Empty without any. The cultivar is left out, because the title names it.
    """
    about = [
        *_list_names(query.tea_type, None, None, language=language),
        *_list_names(None, None, query.prefecture, language=language),
    ]
    labels = [
        text(language, "community.following.tab") if query.is_following else "",
        search_text_in(fields),
        _rating_text(query.rating, language) if query.rating else "",
        *about,
        text(language, "community.sort.popular") if query.sort == "popular" else "",
    ]
    return [one for one in labels if one]


def _rating_text(least: int, language: Language) -> str:
    """Returns a minimum rating in words; that of the highest does not say "or more"."""
    if least == LIMITS.rating_most:
        return text(language, "community.filters.ratingMost", stars=str(least))
    return text(language, "community.filters.ratingAtLeast", count=least)


def _member_meta(page: PageRequest) -> PageMeta:
    """Returns the head of a member; indexed only with enough posts."""
    profile = data_of(page, "member", PublicProfile)
    if profile is None:
        return missing_meta(page, "member.notFound.title", "member.notFound.body")
    name = single_line(profile.display_name)
    described = excerpt(profile.bio, LIMITS.meta_description_characters) if profile.bio else ""
    return PageMeta(
        title=text(page.language, "member.meta.named", name=name),
        description=described or text(page.language, "member.meta.ofMember", name=name),
        robots=robots_of(page, is_listed=profile.posts_count >= POSTS_TO_BE_LISTED),
        query=query_of(page),
        card=card_of(page),
        type="profile",
        properties=(MetaProperty("profile:username", name),),
        feed=f"member/{profile.id}",
    )


def _collection_meta(page: PageRequest) -> PageMeta:
    """Returns the head of a collection; indexed only if it is shared and has enough posts."""
    view = data_of(page, "collection", CollectionView)
    if view is None:
        return missing_meta(page, "collections.notFound.title", "collections.notFound.body")
    owner, name = single_line(view.owner.display_name), single_line(view.name)
    count = view.posts_count
    return PageMeta(
        title=text(page.language, "collections.meta.named", name=name, owner=owner),
        description=text(page.language, "collections.meta.described", owner=owner, count=count),
        robots=robots_of(page, is_listed=view.is_shared and count >= POSTS_TO_BE_LISTED),
        query=query_of(page),
        card=card_of(page),
    )


def _search_meta(page: PageRequest) -> PageMeta:
    """Returns the head of the search; the title contains the search's words."""
    meta = plain_meta(page)
    search = search_text_in(listed_query(page), "q")
    if not search:
        return meta
    key = "search.meta.found" if page.route == "search" else "members.meta.found"
    title = text(page.language, key, search=search)
    return msgspec.structs.replace(meta, title=title)


_MAKERS: Mapping[str, Callable[[PageRequest], PageMeta]] = {
    "post": _post_meta,
    "community": _feed_meta,
    "member": _member_meta,
    "collection": _collection_meta,
    "search": _search_meta,
    "memberSearch": _search_meta,
}
