"""Message keys for the head of a page that failed or does not exist."""

from http import HTTPStatus

from server.pages.page_request import PageRequest

# Route -> first word of its message keys for an unknown id.
UNKNOWN = {"roles": "moderation", "breeder": "breeders", "prefecture": "prefectures"}
UNKNOWN |= {name: name for name in ("relation", "lineage", "report", "moderation")}


def failure_keys(page: PageRequest) -> tuple[str, str]:
    """Returns the message keys of a failed page's title and description.

    The status decides first, then the route.
    """
    if page.status == HTTPStatus.TOO_MANY_REQUESTS:
        return "outside.tooManySearches.title", "outside.tooManySearches.body"
    if page.status >= 500:
        return "app.loadFailed.title", "app.loadFailed.body"
    if page.route == "cultivar":
        return "cultivar.notFound.title", "cultivar.notFound.body"
    if page.route in UNKNOWN:
        return f"{UNKNOWN[page.route]}.unknown.title", f"{UNKNOWN[page.route]}.unknown.body"
    return "notFound.meta.title", "notFound.meta.description"
