"""Check at start that every message of a page's head exists in both languages."""

from server.contracts.locales import has_message
from server.contracts.reference import POST_CATEGORIES
from server.contracts.routes import LANGUAGES, ROUTES
from server.errors import StartRefused

_KEYS = {
    "app.card",
    "app.loadFailed.body",
    "app.home",
    "app.loadFailed.title",
    "app.nav.cultivars",
    "collections.meta.described",
    "collections.meta.named",
    "collections.notFound.body",
    "collections.notFound.title",
    "community.filters.ratingAtLeast",
    "community.filters.ratingMost",
    "community.following.tab",
    "community.meta.category",
    "community.meta.categoryDescription",
    "community.meta.filtered",
    "community.meta.older",
    "community.meta.olderPage",
    "community.meta.page",
    "community.sort.popular",
    "cultivar.notFound.body",
    "cultivar.notFound.title",
    "cultivars.filters.chosen",
    "cultivars.meta.filtered",
    "cultivars.meta.page",
    "cultivars.meta.pageDescription",
    "breeders.unknown.body",
    "breeders.unknown.title",
    "lineage.unknown.body",
    "lineage.unknown.title",
    "prefectures.unknown.body",
    "prefectures.unknown.title",
    "search.meta.found",
    "members.meta.found",
    "member.meta.named",
    "member.meta.ofMember",
    "member.notFound.body",
    "member.notFound.title",
    "notFound.meta.description",
    "notFound.meta.title",
    "postDetail.named",
    "postDetail.notFound",
    "postDetail.notFoundBody",
    "postDetail.removed",
    "postDetail.removedBody",
    "outside.tooManySearches.body",
    "outside.tooManySearches.title",
}


def check_messages() -> None:
    """Raises StartRefused for the first missing message."""
    records = [route.record for route in ROUTES.values()]
    keys = {key for record in records for key in (record.title, record.description)}
    keys |= {f"post.category.{category}" for category in POST_CATEGORIES}
    for language in LANGUAGES:
        missing = sorted(key for key in keys | _KEYS if not has_message(language, key))
        if missing:
            raise StartRefused(f"shared/locales/{language}: the message {missing[0]} is missing.")
