"""Built files: the right coding, the right age, and nothing outside the folder."""

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
async def test_a_file_comes_in_the_coding_that_is_asked_for(
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


async def test_a_part_of_a_page_may_do_nothing_and_the_page_only_what_is_named(
    client: httpx.AsyncClient,
) -> None:
    part = await client.get(ADDRESS)
    page = await client.get("/")

    name = "content-security-policy"
    assert part.headers.get_list(name) == ["default-src 'none'; frame-ancestors 'none'"]
    assert "script-src 'self'" in page.headers[name]


async def test_hashed_files_never_change_and_others_are_kept_an_hour(
    client: httpx.AsyncClient,
) -> None:
    hashed = await client.get(ADDRESS)
    other = await client.get("/favicon.svg")

    assert hashed.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert hashed.headers["content-type"] == "text/javascript; charset=utf-8"
    assert other.headers["cache-control"] == "public, max-age=3600"
    assert other.headers["content-type"] == "image/svg+xml; charset=utf-8"


async def test_a_known_file_is_not_sent_again(client: httpx.AsyncClient) -> None:
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
async def test_what_is_not_a_built_file_does_not_exist(
    client: httpx.AsyncClient, path: str
) -> None:
    assert (await client.get(path)).status_code == 404


async def test_a_file_can_only_be_read(client: httpx.AsyncClient) -> None:
    headed = await client.head(ADDRESS)

    assert (headed.status_code, headed.content) == (200, b"")
    assert (await client.post(ADDRESS)).status_code == 405
