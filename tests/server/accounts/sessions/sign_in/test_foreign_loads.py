"""Other sites may link to the sign-in, but may not load it as a subresource."""

import pytest

from tests.server.members import Browser

pytestmark = pytest.mark.anyio

PATHS = ("/api/auth/google", "/api/auth/google/callback")
STARTS = 20


def sent(site: str, mode: str, dest: str, **more: str) -> dict[str, str]:
    return {"sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest, **more}


FOREIGN = {
    "a picture": sent("cross-site", "no-cors", "image"),
    "a picture of a neighbour": sent("same-site", "no-cors", "image"),
    "a script": sent("cross-site", "no-cors", "script"),
    "a fetch": sent("cross-site", "cors", "empty"),
    "a frame": sent("cross-site", "navigate", "iframe"),
    "an object": sent("cross-site", "navigate", "object"),
    "a prefetched link": sent("cross-site", "no-cors", "empty"),
    "a prefetched page": sent(
        "cross-site", "navigate", "document", **{"sec-purpose": "prefetch;prerender"}
    ),
    "an own page, prefetched": sent(
        "same-origin", "navigate", "document", **{"sec-purpose": "prefetch"}
    ),
    "half the headers": {"sec-fetch-site": "cross-site"},
}
READERS = {
    "a link of ours": sent("same-origin", "navigate", "document"),
    "an address that was typed": sent("none", "navigate", "document"),
    "a link on another site": sent("cross-site", "navigate", "document"),
    "a redirect of the provider": sent("cross-site", "navigate", "document"),
    "a browser without metadata": {},
}


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("path", PATHS)
async def test_foreign_subresource_request_is_refused_and_not_rate_limited(
    visitor: Browser, path: str, kind: str
) -> None:
    for _ in range(2 * STARTS):
        answer = await visitor.get(path, headers=FOREIGN[kind])
        assert (answer.status_code, answer.json()["code"]) == (403, "app.forbidden")
        assert "set-cookie" not in answer.headers

    assert (await visitor.get(path)).status_code == 302


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("path", PATHS)
async def test_top_level_navigation_is_redirected(visitor: Browser, path: str, kind: str) -> None:
    assert (await visitor.get(path, headers=READERS[kind])).status_code == 302
