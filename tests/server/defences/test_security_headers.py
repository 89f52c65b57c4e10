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

GUARDS = {
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
}
OPEN = "cross-origin"
PAGE, NOBODY, HOUR, EVER = "no-cache", "no-store", "public, max-age=3600", "immutable"
# Headers that reveal the server or allow other origins.
TELLTALE = re.compile("server|x-powered-by|via|access-control-.*|x-request-id|date", re.IGNORECASE)
CROSS_ORIGIN = {"access-control-allow-origin", "access-control-expose-headers"}


class Kind(NamedTuple):
    """One kind of response: its request, status and cache policy."""

    path: str
    status: int
    kept: str
    method: str = "GET"
    is_open: bool = False


KINDS = (
    Kind("/", 200, PAGE),
    Kind("/ja/about", 200, PAGE),
    Kind("/cultivars/saemidori", 200, PAGE),
    Kind("/nothing", 404, PAGE),
    Kind("/%00", 404, PAGE),
    Kind("/profile/x.css", 404, NOBODY),
    Kind("/JA/", 301, HOUR),
    Kind("/profile", 302, NOBODY),
    Kind("/auth/callback?error=access_denied", 200, NOBODY),
    Kind("/assets/hydrate-AAAA.js", 200, EVER),
    Kind("/favicon.svg", 200, HOUR),
    Kind("/assets/hydrate-AAAA.js", 405, NOBODY, "POST"),
    Kind("/", 405, NOBODY, "POST"),
    Kind("/", 405, NOBODY, "TRACE"),
    Kind("/api/operator", 405, NOBODY, "PATCH"),
    Kind("/api/operator", 204, NOBODY, "OPTIONS"),
    Kind("/api/operator", 200, ""),
    Kind("/api/session", 200, NOBODY),
    Kind("/api/nothing", 404, NOBODY),
    Kind("/api/profiles/me", 401, NOBODY),
    Kind("/api/posts", 403, NOBODY, "POST"),
    Kind("/api/live", 405, NOBODY),
    Kind("/api/posts/", 404, NOBODY),
    Kind("/health/live", 200, NOBODY),
    Kind("/media/post-images/a/b.webp", 404, NOBODY),
    Kind("/og/nothing.jpg", 404, NOBODY),
    Kind("/robots.txt", 200, HOUR),
    Kind("/manifest.webmanifest", 200, HOUR),
    Kind("/opensearch.xml", 200, "public"),
    Kind("/llms.txt", 200, "public"),
    Kind("/data/v1/cultivars.json", 200, HOUR, is_open=True),
    Kind("/data/v1/cultivars/saemidori.bib", 200, "public", is_open=True),
    Kind("/data/v1/nothing.json", 404, NOBODY, is_open=True),
    Kind("/CITATION.cff", 200, HOUR, is_open=True),
    Kind("/" + "a" * 3000, 414, NOBODY),
    Kind("/", 200, PAGE, "HEAD"),
    Kind("/nothing", 404, PAGE, "HEAD"),
)


async def test_every_kind_of_response_has_security_headers(public: httpx.AsyncClient) -> None:
    for kind in KINDS:
        answer = await public.request(kind.method, kind.path)

        headers = answer.headers
        assert answer.status_code == kind.status, kind
        assert kind.kept in headers["cache-control"], kind
        assert GUARDS.items() <= dict(headers).items(), kind
        assert "frame-ancestors 'none'" in headers["content-security-policy"], kind
        assert "default-src 'none'" in headers["content-security-policy"], kind
        referrers = ("strict-origin-when-cross-origin", "no-referrer")
        assert headers["referrer-policy"] in referrers, kind
        assert headers["permissions-policy"], kind
        embedding = OPEN if kind.is_open else "same-origin"
        assert headers["cross-origin-resource-policy"] == embedding, kind
        telltale = {name for name in headers if TELLTALE.fullmatch(name)}
        assert telltale == (CROSS_ORIGIN if kind.is_open else set()), kind


@pytest.mark.parametrize(
    "path", ["/profile", "/ja/profile/edit", "/JA/", "/post/007", "/cultivars/"]
)
async def test_redirect_drops_an_oversized_query(public: httpx.AsyncClient, path: str) -> None:
    short = await public.get(f"{path}?a=b")
    long = await public.get(path + "?" + "<" * 20_000)

    assert short.status_code == long.status_code
    assert long.status_code in (301, 302)
    assert "a%3Db" in short.headers["location"] or "a=b" in short.headers["location"]
    assert len(long.headers["location"]) < 100


async def test_card_image_may_be_embedded_by_other_sites_and_other_images_not(
    public: httpx.AsyncClient,
) -> None:
    for path, policy in (("/images/card-ja.jpg", OPEN), ("/favicon.svg", "same-origin")):
        whole = await public.get(path)
        known = await public.get(path, headers={"if-none-match": whole.headers["etag"]})

        assert (whole.status_code, known.status_code) == (200, 304)
        for answer in (whole, known):
            assert answer.headers.get_list("cross-origin-resource-policy") == [policy], path


async def test_response_to_a_wrong_method_lists_the_allowed_methods(
    public: httpx.AsyncClient,
) -> None:
    for path in ("/", "/assets/hydrate-AAAA.js", "/api/operator", "/health/live"):
        answer = await public.delete(path)

        assert {"GET", "HEAD"} <= set(answer.headers["allow"].split(", "))


async def test_content_security_policy_is_constant_and_allows_one_inline_script(
    public: httpx.AsyncClient,
) -> None:
    policies = {(await public.get(path)).headers["content-security-policy"] for path in ("/", "/x")}

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


class SpoiltPool(FakePool):
    """Raises an unexpected exception."""

    async def render(self, payload: bytes) -> RenderedPage:
        raise ZeroDivisionError(f"SELECT secret FROM /srv/app {len(payload)}")


async def test_unexpected_error_has_security_headers_and_no_details(settings: Settings) -> None:
    app = create_app(replace(settings, origin="https://tea.example"), SpoiltPool())
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
        assert GUARDS.items() <= dict(answer.headers).items()
        assert NOBODY in answer.headers["cache-control"]
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
