"""Fetch metadata: headers (`Sec-Fetch-*`, `Sec-Purpose`) that state the cause of a request."""

from collections.abc import Mapping
from typing import Any

from server.web.asgi import header

OWN_SITE = frozenset({b"", b"same-origin", b"none"})


def is_from_another_site(scope: Mapping[str, Any]) -> bool:
    """Returns whether another site causes the request, by a link too; no without metadata."""
    return header(scope, b"sec-fetch-site") not in OWN_SITE


def is_foreign_load(scope: Mapping[str, Any]) -> bool:
    """Returns whether another site's page loads this address without leading the reader there.

    Examples are a picture, a frame, a script, a fetch or a prefetch. Without metadata the answer is
    no.
    """
    if not is_from_another_site(scope):
        return False
    is_navigation = header(scope, b"sec-fetch-mode") == b"navigate"
    is_document = header(scope, b"sec-fetch-dest") == b"document"
    return is_prefetch(scope) or not (is_navigation and is_document)


def is_prefetch(scope: Mapping[str, Any]) -> bool:
    """Returns whether a browser loads this address in advance; the reader may never open it."""
    return b"prefetch" in header(scope, b"sec-purpose")
