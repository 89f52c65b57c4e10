"""Requests for the sign-in by other sites: links are allowed, subresources are refused."""

import pytest

from tests.server.members import Browser

pytestmark = pytest.mark.anyio

PATHS = ("/api/auth/google", "/api/auth/google/callback")
# Sign-ins that one address may start.
STARTS = 20


def fetch_metadata(site: str, mode: str, dest: str, **more: str) -> dict[str, str]:
    return {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest, **more}


REFUSED_LOADS = {
    "a picture": fetch_metadata("cross-site", "no-cors", "image"),
    "a picture on a sibling domain": fetch_metadata("same-site", "no-cors", "image"),
    "a script": fetch_metadata("cross-site", "no-cors", "script"),
    "a fetch": fetch_metadata("cross-site", "cors", "empty"),
    "a frame": fetch_metadata("cross-site", "navigate", "iframe"),
    "an object": fetch_metadata("cross-site", "navigate", "object"),
    "a prefetched link": fetch_metadata("cross-site", "no-cors", "empty"),
    "a prefetched page": fetch_metadata(
        "cross-site", "navigate", "document", **{"sec-purpose": "prefetch;prerender"}
    ),
    "an own page, prefetched": fetch_metadata(
        "same-origin", "navigate", "document", **{"sec-purpose": "prefetch"}
    ),
    "one of the three headers": {"sec-fetch-site": "cross-site"},
}
NAVIGATIONS = {
    "a link of ours": fetch_metadata("same-origin", "navigate", "document"),
    "an address that was typed": fetch_metadata("none", "navigate", "document"),
    "a link on another site": fetch_metadata("cross-site", "navigate", "document"),
    "a redirect of the provider": fetch_metadata("cross-site", "navigate", "document"),
    "a browser that sends no such headers": {},
}


@pytest.mark.parametrize("kind", REFUSED_LOADS)
@pytest.mark.parametrize("path", PATHS)
async def test_foreign_subresource_request_is_refused_and_not_rate_limited(
    visitor: Browser, path: str, kind: str
) -> None:
    for _ in range(2 * STARTS):
        answer = await visitor.get(path, headers=REFUSED_LOADS[kind])
        assert (answer.status_code, answer.json()["code"]) == (403, "app.forbidden")
        assert "set-cookie" not in answer.headers

    assert (await visitor.get(path)).status_code == 302


@pytest.mark.parametrize("kind", NAVIGATIONS)
@pytest.mark.parametrize("path", PATHS)
async def test_top_level_navigation_is_redirected(visitor: Browser, path: str, kind: str) -> None:
    assert (await visitor.get(path, headers=NAVIGATIONS[kind])).status_code == 302
