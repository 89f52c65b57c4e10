"""Built files: content codings, cache ages, and no access outside of their folder."""

import gzip

import brotli
import httpx
import pytest

from tests.fake_build import SCRIPT

pytestmark = pytest.mark.anyio

ADDRESS = "/assets/hydrate-AAAA.js"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.2, gzip;q=0.8", "gzip"),
        ("*", "br"),
        ("*;q=0", None),
        ("br;q=0, gzip;q=0", None),
        ("identity", None),
        ("", None),
        ("br;q=nan, gzip;q=x", None),
    ],
)
async def test_asset_has_a_coding_that_the_client_accepts(
    client: httpx.AsyncClient, accepted: str, coding: str | None
) -> None:
    request = client.build_request("GET", ADDRESS, headers={"accept-encoding": accepted})
    answer = await client.send(request, stream=True)
    body = b"".join([part async for part in answer.aiter_raw()])

    decode = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}
    assert answer.headers.get("content-encoding") == coding
    assert decode[coding](body) == SCRIPT
    assert answer.headers["vary"] == "accept-encoding"
    assert answer.headers["content-length"] == str(len(body))


async def test_asset_has_a_stricter_security_policy_than_a_page(
    client: httpx.AsyncClient,
) -> None:
    part = await client.get(ADDRESS)
    page = await client.get("/")

    name = "content-security-policy"
    assert part.headers.get_list(name) == ["default-src 'none'; frame-ancestors 'none'"]
    assert "script-src 'self'" in page.headers[name]


async def test_hashed_assets_are_immutable_and_others_are_cached_for_an_hour(
    client: httpx.AsyncClient,
) -> None:
    hashed = await client.get(ADDRESS)
    other = await client.get("/favicon.svg")

    assert hashed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert hashed.headers["content-type"] == "text/javascript; charset=utf-8"
    assert other.headers["cache-control"] == "public, max-age=3600"
    assert other.headers["content-type"] == "image/svg+xml; charset=utf-8"


async def test_asset_answers_304_when_the_etag_matches(client: httpx.AsyncClient) -> None:
    tag = (await client.get(ADDRESS)).headers["etag"]

    weak = await client.get(ADDRESS, headers={"if-none-match": f'"other", W/{tag}'})
    other = await client.get(ADDRESS, headers={"if-none-match": '"other"'})

    assert (weak.status_code, weak.content, weak.headers["etag"]) == (304, b"", tag)
    assert other.status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/assets/hydrate-AAAA.js.map",
        "/assets/hydrate-AAAA.js.br",
        "/assets/..%2f..%2fmanifest.json",
        "/assets/nothing.js",
        "/assets/",
        "/manifest.json",
    ],
)
async def test_path_of_no_built_file_answers_404(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path)).status_code == 404


async def test_asset_allows_head_and_refuses_post_with_405(client: httpx.AsyncClient) -> None:
    headed = await client.head(ADDRESS)

    assert (headed.status_code, headed.content) == (200, b"")
    assert (await client.post(ADDRESS)).status_code == 405
