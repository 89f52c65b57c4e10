"""Cache poisoning: headers and queries of one request do not affect the next response."""

from itertools import product

import httpx
import pytest

from server.app import create_app
from server.settings import Settings
from server.web.asgi import App
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.members import Browser, Moment

pytestmark = pytest.mark.anyio

CANARY = "canary7f3a"
PAGES = ("/", "/ja", "/cultivars", "/cultivars/saemidori", "/about", "/login", "/nothing")
# Other responses that are equal for all clients.
FILES = ("/robots.txt", "/llms.txt", "/opensearch.xml", "/manifest.webmanifest", "/CITATION.cff")

SPECIAL = {
    "accept": f"text/{CANARY}",
    "accept-encoding": f"{CANARY}, gzip;q=0, br;q=0, identity;q=0",
    "accept-language": f"{CANARY}, ja;q=0.9",
    "authorization": f"Bearer {CANARY}",
    "cookie": f"a={CANARY}; language={CANARY}; __Host-session={CANARY}",
    "forwarded": f"for={CANARY};host={CANARY}.example;proto=https",
    "if-modified-since": "Sat, 21 Nov 2099 00:00:00 GMT",
    "if-none-match": f'"{CANARY}"',
    "range": "bytes=0-1",
    "x-forwarded-host": f"{CANARY}.example",
    "x-forwarded-port": "4443",
    "x-http-method-override": "DELETE",
    "x-original-url": f"/{CANARY}",
    "x-rewrite-url": f"/{CANARY}",
}
PLAIN = (
    "accept-charset", "accept-datetime", "cache-control", "cf-connecting-ip", "client-ip",
    "content-type", "dnt", "expect-ct", "from", "if-match", "if-range", "if-unmodified-since",
    "max-forwards", "next-router-state-tree", "origin", "pragma", "referer", "rsc", "save-data",
    "sec-ch-ua", "sec-fetch-dest", "sec-fetch-site", "te", "true-client-ip",
    "upgrade-insecure-requests", "user-agent", "via", "x-amz-website-redirect-location",
    "x-client-ip", "x-csrf-token", "x-forwarded-for", "x-forwarded-path", "x-forwarded-prefix",
    "x-forwarded-proto", "x-forwarded-scheme", "x-forwarded-server", "x-host", "x-http-method",
    "x-member-id", "x-method-override", "x-middleware-prefetch", "x-original-host", "x-real-ip",
    "x-requested-with", "x-url-scheme", "x-wap-profile",
)  # fmt: skip
HEADERS = {**dict.fromkeys(PLAIN, CANARY), **SPECIAL}

QUERIES = (
    CANARY,
    f"{CANARY}=1",
    f"={CANARY}",
    f"&&{CANARY}&",
    f"?{CANARY}",
    f"utm_source={CANARY}",
    f"fbclid={CANARY}",
    f"_method={CANARY}",
    f"callback={CANARY}",
    f"lang={CANARY}",
    f"__proto__={CANARY}",
    f"Search={CANARY}",
    f"search[]={CANARY}",
    f"search%00={CANARY}",
    f";search={CANARY}",
    f"x=1;search={CANARY}",
    f"%26search={CANARY}",
    f"x=%0d%0aset-cookie:a={CANARY}",
    f"x=<script>{CANARY}",
    f"x=%ff{CANARY}",
    f"x=\\{CANARY}",
    f"/../{CANARY}",
    "x=" + "a" * 3000 + CANARY,
    "&".join(f"{CANARY}{n}" for n in range(60)),
)


@pytest.fixture
def app(settings: Settings, pool: FakePool, moment: Moment) -> App:
    """Returns a site with a stopped clock, since a page contains its render time."""
    return create_app(settings, pool, now=moment)


# A page is compressed in another way the second time; its decoded text stays the same.
CODED = ("content-encoding", "content-length")


def content_of(answer: httpx.Response) -> str:
    """Returns the headers and text of a response, without those of its encoding."""
    headers = [pair for pair in answer.headers.multi_items() if pair[0] not in CODED]
    return f"{headers!r}\n{answer.text}"


@pytest.mark.parametrize("path", [*PAGES, *FILES])
async def test_header_of_one_request_does_not_reach_the_next_response(
    client: httpx.AsyncClient, path: str
) -> None:
    clean = content_of(await client.get(path))
    status = 404 if path == "/nothing" else 200

    for name, value in HEADERS.items():
        odd = await client.get(path, headers={name: value})
        assert CANARY not in content_of(odd), name
        assert odd.status_code == status, name
        assert content_of(await client.get(path)) == clean, name


@pytest.mark.parametrize("path", PAGES)
async def test_query_of_one_request_does_not_reach_the_next_response(
    client: httpx.AsyncClient, path: str
) -> None:
    clean = content_of(await client.get(path))
    status = 404 if path == "/nothing" else 200

    for query in QUERIES:
        odd = await client.get(f"{path}?{query}")
        assert CANARY not in repr(odd.headers), query
        assert odd.status_code == status, query
        assert content_of(await client.get(path)) == clean, query


async def test_first_request_of_a_page_does_not_poison_its_cache_entry(
    client: httpx.AsyncClient, pool: FakePool
) -> None:
    for number, (name, value) in enumerate(HEADERS.items()):
        path = f"/ja/cultivars?search={number}"
        await client.get(path, headers={name: value})

        assert CANARY not in content_of(await client.get(path)), name
        assert CANARY not in repr(pool.payloads), name


async def test_similar_characters_have_separate_cache_entries(client: httpx.AsyncClient) -> None:
    answers = [await client.get(f"/cultivars?search={word}") for word in ("k", "K", "%E2%84%AA")]

    tags = [answer.headers["etag"] for answer in answers]
    assert len(set(tags)) == 3


TAILS = (
    "/x.css", "%2fx.css", "%2f.js", ";x", ";x.css", "%3bx.css", ".css", "%00.css", "%0a.css",
    "%23.css", "%3f.css", "%20", "%09", "/..%2fx.css", "/%2e%2e/x.css", "//x.js",
)  # fmt: skip


async def test_private_page_with_a_file_suffix_answers_404(hana: Browser, visitor: Browser) -> None:
    for page, tail in product(
        ("/profile", "/ja/profile", "/api/session", "/api/profiles/me"), TAILS
    ):
        own = await hana.get(page + tail)

        assert own.status_code == 404, page + tail
        assert hana.member_id not in (await visitor.get(page + tail)).text


async def test_conditional_range_and_head_requests_agree_with_the_whole_page(
    client: httpx.AsyncClient,
) -> None:
    whole = await client.get("/about")
    tag = whole.headers["etag"]

    assert (await client.get("/about", headers={"if-none-match": tag})).status_code == 304
    part = await client.get("/about", headers={"range": "bytes=0-9"})
    assert (part.status_code, part.text) == (200, whole.text)
    head = await client.head("/about")
    assert (head.text, head.headers["etag"]) == ("", tag)
    assert (await client.get("/about")).text == whole.text


async def test_links_ignore_the_host_and_forwarded_host_headers(app: App) -> None:
    transport = httpx.ASGITransport(app)
    host = {"host": "localhost:8000", "x-forwarded-host": "evil.example"}
    async with (
        running(app),
        httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=host) as client,
    ):
        for path in ("/", "/robots.txt", "/opensearch.xml"):
            answer = await client.get(path)
            assert answer.status_code == 200
            assert "localhost" not in answer.text
            assert "evil" not in answer.text
