"""Security and cache headers of every kind of response."""

import re
from dataclasses import replace
from typing import NamedTuple

import httpx
import pytest

from server.app import create_app
from server.rendering.protocol import RenderedPage
from server.settings import Settings
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.members import Browser

pytestmark = pytest.mark.anyio

SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
}
CROSS_ORIGIN = "cross-origin"
NO_CACHE, NO_STORE, ONE_HOUR, IMMUTABLE = (
    "no-cache",
    "no-store",
    "public, max-age=3600",
    "immutable",
)
# Names of headers that reveal the server or allow other origins.
TELLTALE = re.compile("server|x-powered-by|via|access-control-.*|x-request-id|date", re.IGNORECASE)
CORS_HEADERS = {"access-control-allow-origin", "access-control-expose-headers"}


class Kind(NamedTuple):
    """One kind of response: its request, status and cache-control, or a part of it.

    Responses with `is_open` may be read by scripts of other sites.
    """

    path: str
    status: int
    cache: str
    method: str = "GET"
    is_open: bool = False


KINDS = (
    Kind("/", 200, NO_CACHE),
    Kind("/ja/about", 200, NO_CACHE),
    Kind("/cultivars/saemidori", 200, NO_CACHE),
    Kind("/nothing", 404, NO_CACHE),
    Kind("/%00", 404, NO_CACHE),
    Kind("/profile/x.css", 404, NO_STORE),
    Kind("/JA/", 301, ONE_HOUR),
    Kind("/profile", 302, NO_STORE),
    Kind("/auth/callback?error=access_denied", 200, NO_STORE),
    Kind("/assets/hydrate-AAAA.js", 200, IMMUTABLE),
    Kind("/favicon.svg", 200, ONE_HOUR),
    Kind("/assets/hydrate-AAAA.js", 405, NO_STORE, "POST"),
    Kind("/", 405, NO_STORE, "POST"),
    Kind("/", 405, NO_STORE, "TRACE"),
    Kind("/api/operator", 405, NO_STORE, "PATCH"),
    Kind("/api/operator", 204, NO_STORE, "OPTIONS"),
    Kind("/api/operator", 200, ""),
    Kind("/api/session", 200, NO_STORE),
    Kind("/api/nothing", 404, NO_STORE),
    Kind("/api/profiles/me", 401, NO_STORE),
    Kind("/api/posts", 403, NO_STORE, "POST"),
    Kind("/api/live", 405, NO_STORE),
    Kind("/api/posts/", 404, NO_STORE),
    Kind("/health/live", 200, NO_STORE),
    Kind("/media/post-images/a/b.webp", 404, NO_STORE),
    Kind("/og/nothing.jpg", 404, NO_STORE),
    Kind("/robots.txt", 200, ONE_HOUR),
    Kind("/manifest.webmanifest", 200, ONE_HOUR),
    Kind("/opensearch.xml", 200, "public"),
    Kind("/llms.txt", 200, "public"),
    Kind("/data/v1/cultivars.json", 200, ONE_HOUR, is_open=True),
    Kind("/data/v1/cultivars/saemidori.bib", 200, "public", is_open=True),
    Kind("/data/v1/nothing.json", 404, NO_STORE, is_open=True),
    Kind("/CITATION.cff", 200, ONE_HOUR, is_open=True),
    Kind("/" + "a" * 3000, 414, NO_STORE),
    Kind("/", 200, NO_CACHE, "HEAD"),
    Kind("/nothing", 404, NO_CACHE, "HEAD"),
)


async def test_every_kind_of_response_has_security_headers(https_client: httpx.AsyncClient) -> None:
    for kind in KINDS:
        answer = await https_client.request(kind.method, kind.path)

        headers = answer.headers
        assert answer.status_code == kind.status, kind
        assert kind.cache in headers["cache-control"], kind
        assert SECURITY_HEADERS.items() <= dict(headers).items(), kind
        assert "frame-ancestors 'none'" in headers["content-security-policy"], kind
        assert "default-src 'none'" in headers["content-security-policy"], kind
        referrers = ("strict-origin-when-cross-origin", "no-referrer")
        assert headers["referrer-policy"] in referrers, kind
        assert headers["permissions-policy"], kind
        embedding = CROSS_ORIGIN if kind.is_open else "same-origin"
        assert headers["cross-origin-resource-policy"] == embedding, kind
        telltale = {name for name in headers if TELLTALE.fullmatch(name)}
        assert telltale == (CORS_HEADERS if kind.is_open else set()), kind


@pytest.mark.parametrize(
    "path", ["/profile", "/ja/profile/edit", "/JA/", "/post/007", "/cultivars/"]
)
async def test_redirect_drops_an_oversized_query(
    https_client: httpx.AsyncClient, path: str
) -> None:
    short = await https_client.get(f"{path}?a=b")
    long = await https_client.get(path + "?" + "<" * 20_000)

    assert short.status_code == long.status_code
    assert long.status_code in (301, 302)
    assert "a%3Db" in short.headers["location"] or "a=b" in short.headers["location"]
    assert len(long.headers["location"]) < 100


async def test_card_image_may_be_embedded_by_other_sites_and_other_images_not(
    https_client: httpx.AsyncClient,
) -> None:
    for path, policy in (("/images/card-ja.jpg", CROSS_ORIGIN), ("/favicon.svg", "same-origin")):
        whole = await https_client.get(path)
        known = await https_client.get(path, headers={"if-none-match": whole.headers["etag"]})

        assert (whole.status_code, known.status_code) == (200, 304)
        for answer in (whole, known):
            assert answer.headers.get_list("cross-origin-resource-policy") == [policy], path


async def test_response_to_a_wrong_method_lists_the_allowed_methods(
    https_client: httpx.AsyncClient,
) -> None:
    for path in ("/", "/assets/hydrate-AAAA.js", "/api/operator", "/health/live"):
        answer = await https_client.delete(path)

        assert {"GET", "HEAD"} <= set(answer.headers["allow"].split(", "))


async def test_content_security_policy_is_constant_and_allows_one_inline_script(
    https_client: httpx.AsyncClient,
) -> None:
    policies = {
        (await https_client.get(path)).headers["content-security-policy"] for path in ("/", "/x")
    }

    # The policy is constant: a cached page cannot contain a new nonce.
    assert len(policies) == 1
    rules = dict(rule.split(" ", 1) for rule in policies.pop().split("; "))
    assert re.fullmatch(r"'self' 'sha256-[\w+/]+='", rules["script-src"])
    assert rules["style-src"] == rules["connect-src"] == rules["form-action"] == "'self'"
    assert rules["base-uri"] == "'none'"


async def test_sign_out_clears_the_browser_cache(hana: Browser) -> None:
    answer = await hana.change("DELETE", "/api/session")

    assert answer.headers["clear-site-data"] == '"cache"'
    assert answer.headers["cache-control"] == "private, no-store"


class FailingPool(FakePool):
    """Render pool that raises an unexpected exception."""

    async def render(self, payload: bytes) -> RenderedPage:
        raise ZeroDivisionError(f"SELECT secret FROM /srv/app {len(payload)}")


async def test_unexpected_error_has_security_headers_and_no_details(settings: Settings) -> None:
    app = create_app(replace(settings, origin="https://tea.example"), FailingPool())
    async with running(app):
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="https://tea.example") as client:
            answers = [
                await client.get("/ja/about"),
                await client.get("/auth/callback"),
                # The database has no tables.
                await client.get("/api/posts"),
                await client.get("/community"),
                await client.get("/feed.atom"),
            ]

    for answer in answers:
        assert SECURITY_HEADERS.items() <= dict(answer.headers).items()
        assert NO_STORE in answer.headers["cache-control"]
        for word in (
            "Traceback",
            "ZeroDivision",
            "SELECT",
            "sqlite",
            "no such table",
            "/srv",
            ".py",
        ):
            assert word.lower() not in answer.text.lower(), answer.url
    assert {answer.status_code for answer in answers} <= {500, 503}
