"""Entries of the page cache: content codings, entity tags, lengths, headers, and their limits."""

import json
import tracemalloc
from dataclasses import replace

import pytest

from server.pages.cache.entries import CapturedResponse, Entries, make_entry
from server.pages.cache.policy import CachePolicy
from tests.codings import DECODE, needs_zstd
from tests.server.pages.cache.site import PAGE, CachedSite, make_site

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (b"", None),
        (b"gzip, deflate, br, zstd", "br"),
        pytest.param(b"gzip, zstd", "zstd", marks=needs_zstd),
        (b"gzip, zstd;q=0", "gzip"),
        (b"br;q=0, gzip", "gzip"),
        (b"gzip;q=0.1, br;q=0", "gzip"),
        (b"identity", None),
        (b"*;q=0", None),
    ],
)
async def test_response_has_a_coding_that_the_client_accepts(
    site: CachedSite, accepted: bytes, coding: str | None
) -> None:
    plain = (await site.get()).body

    got = await site.get(headers=[(b"accept-encoding", accepted)])

    assert got.headers.get("content-encoding") == coding
    assert int(got.headers["content-length"]) == len(got.body)
    assert DECODE[coding](got.body) == plain
    assert got.headers["vary"] == "accept-encoding, cookie"
    assert got.headers["cache-control"] == "no-cache"
    assert got.headers["x-content-type-options"] == "nosniff"


async def test_head_has_the_length_and_no_body(site: CachedSite) -> None:
    await site.get()
    whole = await site.get(headers=[(b"accept-encoding", b"br")])

    head = await site.get(method="HEAD", headers=[(b"accept-encoding", b"br")])

    assert (head.status, head.body) == (200, b"")
    assert head.headers == whole.headers
    assert site.inner.renders == 1


async def test_head_stores_the_page_too(site: CachedSite) -> None:
    await site.get(method="HEAD")

    assert (await site.get()).body
    assert site.inner.renders == 1


@pytest.mark.parametrize("form", ["{}", "*", '"other", {}', "W/{}", '"x",{} , "y"'])
async def test_cached_page_answers_304_when_the_etag_matches(site: CachedSite, form: str) -> None:
    tag = (await site.get()).headers["etag"]
    condition = form.replace("{}", tag.removeprefix("W/") if form == "W/{}" else tag)

    got = await site.get(headers=[(b"if-none-match", condition.encode())])

    assert (got.status, got.body) == (304, b"")
    assert got.headers["etag"] == tag
    assert "content-length" not in got.headers
    assert "content-encoding" not in got.headers
    assert got.headers["x-content-type-options"] == "nosniff"


async def test_page_is_sent_when_the_client_has_another_tag(site: CachedSite) -> None:
    await site.get()

    assert (await site.get(headers=[(b"if-none-match", b'"other"')])).status == 200


@pytest.mark.audit
def test_memory_of_the_cache_is_bounded_for_100000_addresses() -> None:
    entries = Entries(bytes_most=4_000_000, entries_most=300)
    page = CapturedResponse(200, tuple(PAGE), b"tea" * 1000)
    model = make_entry(page, policy_of(b""))
    for number in range(1000):
        entries.add(replace(model, policy=policy_of(b"%d" % number)))
    tracemalloc.start()

    for number in range(100_000):
        entries.add(replace(model, policy=policy_of(b"%d" % number)))

    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(entries) <= 300
    assert 0 < entries.size <= 4_000_000
    assert grown < 1_000_000


def test_page_larger_than_the_cache_is_not_stored() -> None:
    entries = Entries(bytes_most=10_000)

    entries.add(make_entry(CapturedResponse(200, tuple(PAGE), b"x" * 20_000), policy_of(b"")))

    assert (len(entries), entries.size) == (0, 0)


@pytest.mark.parametrize("bound", ["number", "bytes"])
def test_countless_queries_push_out_each_other_and_no_page_without_one(bound: str) -> None:
    page = CapturedResponse(200, tuple(PAGE), b"x" * 1000)
    size = make_entry(page, policy_of(b"")).size
    sizes = {"number": (1_000_000, 8), "bytes": (8 * size, 1000)}
    entries = Entries(*sizes[bound])
    entries.add(make_entry(page, policy_of(b"")))

    for number in range(50):
        entries.add(make_entry(page, policy_of(b"show=%d" % number)))
        entries.find(policy_of(b"show=0"))

    kept = [n for n in range(50) if entries.find(policy_of(b"show=%d" % n))]
    assert kept == [0, 49]
    assert entries.find(policy_of(b"")) is not None
    entries.purge(frozenset({"tea"}))
    assert (len(entries), entries.size) == (0, 0)


async def test_least_recently_used_page_is_evicted_first() -> None:
    site = make_site(entries_most=2)
    await site.get("/tea/1")
    await site.get("/tea/2")
    await site.get("/tea/1")

    await site.get("/tea/3")
    await site.get("/tea/1")

    assert site.inner.renders == 3


async def test_request_log_names_the_cache_status_of_each_response(site: CachedSite) -> None:
    await site.get(query="search=secret")
    await site.get(query="search=secret")
    await site.get("/other")
    site.request_log.write()

    lines = [json.loads(line) for line in "".join(site.lines).splitlines()]
    assert [(line["path"], line.get("cache")) for line in lines] == [
        ("/tea", "miss"),
        ("/tea", "hit"),
        ("/other", None),
    ]
    assert "secret" not in "".join(site.lines)
    assert len({line["request_id"] for line in lines}) == 3


def policy_of(query: bytes) -> CachePolicy:
    return CachePolicy(b"/tea", query, 2.0, 10.0, frozenset({"tea", f"tea:{query.decode()}"}))
