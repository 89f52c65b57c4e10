"""Page cache: only anonymous requests share pages, and no cached page contains request data."""

import tracemalloc

import pytest

from server.web.asgi import Header
from tests.server.pages.cache.site import HOST, SESSION, CachedSite

pytestmark = pytest.mark.anyio

CANARY = "canary-7f3a"
HEADERS = [
    "accept",
    "accept-charset",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "client-ip",
    "cookie",
    "cf-connecting-ip",
    "dnt",
    "etag",
    "fastly-client-ip",
    "forwarded",
    "forwarded-proto",
    "from",
    "front-end-https",
    "if-modified-since",
    "max-forwards",
    "origin",
    "pragma",
    "proxy",
    "referer",
    "save-data",
    "sec-ch-ua",
    "sec-fetch-site",
    "te",
    "true-client-ip",
    "upgrade-insecure-requests",
    "user-agent",
    "via",
    "x-cluster-client-ip",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-prefix",
    "x-forwarded-proto",
    "x-forwarded-scheme",
    "x-forwarded-server",
    "x-host",
    "x-http-method-override",
    "x-original-url",
    "x-real-ip",
    "x-requested-with",
    "x-rewrite-url",
    "x-url-scheme",
    "x-wap-profile",
]
QUERIES = [
    f"utm_source={CANARY}",
    f"{CANARY}",
    f"{CANARY}=",
    f"={CANARY}",
    f"x={CANARY}&x=2",
    f"Search={CANARY}",
    f"SEARCH={CANARY}",
    f"search%00={CANARY}",
    f"search[]={CANARY}",
    f"search[a]={CANARY}",
    f"%73earch2={CANARY}",
    f"&&&x={CANARY}",
    f";search={CANARY}",
    f"x=1;search={CANARY}",
    f"callback={CANARY}",
    f"_={CANARY}",
    f"lang={CANARY}",
    f"x={CANARY}%0d%0aset-cookie:a=b",
    f"x=<script>{CANARY}</script>",
    f"x={CANARY}#search",
]


@pytest.mark.parametrize("name", HEADERS)
async def test_headers_of_a_request_do_not_reach_a_shared_page(site: CachedSite, name: str) -> None:
    await site.get(headers=[(name.encode(), CANARY.encode())])

    clean = await site.get()

    assert CANARY not in clean.body.decode() + repr(clean.headers)
    assert site.inner.renders == 1


@pytest.mark.parametrize("query", QUERIES)
async def test_unknown_query_fields_share_the_same_page(site: CachedSite, query: str) -> None:
    await site.get(query=query)

    clean = await site.get()

    assert CANARY not in clean.body.decode() + repr(clean.headers)
    assert site.inner.renders == 1


async def test_known_query_fields_have_a_page_each(site: CachedSite) -> None:
    pages = [
        await site.get(query=f"search={word}&x=1") for word in ("k", "K", "K", "k%20", "%E2%84%AA")
    ]

    assert len({page.body for page in pages}) == 4
    assert site.inner.renders == 4


@pytest.mark.parametrize(
    "header",
    [
        (b"cookie", SESSION + b"=anything"),
        (b"cookie", b"language=ja; " + SESSION + b"=; a=b"),
        (b"authorization", b"Bearer x"),
        (b"range", b"bytes=0-10"),
        (b"content-length", b"5"),
        (b"transfer-encoding", b"chunked"),
    ],
)
async def test_requests_that_identify_the_client_bypass_the_cache(
    site: CachedSite, header: Header
) -> None:
    await site.get()

    alone = await site.get(headers=[header])

    assert repr(header) in alone.body.decode()
    assert site.inner.renders == 2
    assert repr(header) not in (await site.get()).body.decode()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
async def test_only_get_and_head_are_answered_from_the_cache(site: CachedSite, method: str) -> None:
    await site.get()

    await site.get(method=method)

    assert site.inner.renders == 2


@pytest.mark.parametrize("hosts", [[b"evil.example"], [HOST, b"evil.example"]])
async def test_foreign_host_is_refused_before_the_cache(
    site: CachedSite, hosts: list[bytes]
) -> None:
    await site.get()

    refused = await site.get(headers=[(b"host", host) for host in hosts])

    assert refused.status == 400
    assert site.inner.renders == 1


async def test_header_sent_twice_bypasses_the_cache(site: CachedSite) -> None:
    await site.get(headers=[(b"accept", b"text/html"), (b"accept", b"*/*")])

    assert len(site.single_flight.entries) == 0


async def test_bypass_cookie_applies_to_its_own_page_only(site: CachedSite) -> None:
    chooser = [(b"cookie", b"language=ja")]
    await site.get("/tea/home")

    await site.get("/tea/home", headers=chooser)
    await site.get("/tea", headers=chooser)
    await site.get("/tea", headers=chooser)

    assert site.inner.renders == 3


@pytest.mark.parametrize(
    "header",
    [
        (b"set-cookie", b"a=b"),
        (b"cache-control", b"private"),
        (b"cache-control", b"no-store"),
        (b"vary", b"*"),
        (b"content-type", b"application/json"),
    ],
)
async def test_private_response_is_not_stored(site: CachedSite, header: Header) -> None:
    site.inner.headers = [pair for pair in site.inner.headers if pair[0] != header[0]] + [header]

    await site.get()
    await site.get()

    assert len(site.single_flight.entries) == 0
    assert site.inner.renders >= 2


async def test_response_with_set_cookie_is_rendered_again_for_the_request(site: CachedSite) -> None:
    site.inner.headers.append((b"set-cookie", b"session=of-the-drawing"))

    got = await site.get(headers=[(b"x-mine", b"1")])

    assert "x-mine" in got.body.decode()


async def test_policies_of_long_addresses_are_not_stored(site: CachedSite) -> None:
    tracemalloc.start()

    for number in range(1000):
        await site.get(query=f"x={number}&search=" + "a" * 40_000)
        site.lines.clear()

    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 5_000_000


@pytest.mark.parametrize("condition", [b"*", b"its own"])
async def test_missing_page_is_never_answered_with_304(site: CachedSite, condition: bytes) -> None:
    site.inner.status = 404
    tag = (await site.get("/tea/gone")).headers["etag"].encode()
    given = tag if condition == b"its own" else condition

    again = await site.get("/tea/gone", headers=[(b"if-none-match", given)])

    assert (again.status, again.body[:9]) == (404, b"<!doctype")
