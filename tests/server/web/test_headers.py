"""Security headers of every response, and the content coding of pages."""

import base64
import hashlib
from dataclasses import replace

import httpx
import pytest

from server.app import create_app
from server.settings import Settings
from tests.codings import DECODE, needs_zstd
from tests.fake_build import INLINE_SCRIPT, FakePool
from tests.lifespan import running

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "path",
    ["/", "/ja/nothing", "/api/nothing", "/create", "/favicon.svg", "/health/live", "/%00", "/JA/"],
)
async def test_every_response_has_the_security_headers(
    client: httpx.AsyncClient, path: str
) -> None:
    headers = (await client.get(path)).headers

    digest = base64.b64encode(hashlib.sha256(INLINE_SCRIPT.encode()).digest()).decode()
    policy = headers["content-security-policy"]
    assert f"script-src 'self' 'sha256-{digest}';" in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "'unsafe-inline'" not in policy.replace("style-src-attr 'unsafe-inline'", "")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers
    assert not [name for name in headers if name.startswith("access-control")]
    assert "server" not in headers


async def test_hsts_header_is_sent_with_an_https_origin(settings: Settings, pool: FakePool) -> None:
    app = create_app(replace(settings, origin="https://tea.example"), pool)
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="https://tea.example") as client:
            answer = await client.get("/")

    assert answer.headers["strict-transport-security"].startswith("max-age=31536000")


async def test_page_contains_the_inline_script_of_the_policy_hash(
    client: httpx.AsyncClient,
) -> None:
    assert f"<script>{INLINE_SCRIPT}</script>" in (await client.get("/")).text


@pytest.mark.parametrize(("accepted", "coding"), [("br", "br"), ("gzip, br;q=0", "gzip")])
async def test_page_is_compressed_in_an_accepted_coding(
    client: httpx.AsyncClient, accepted: str, coding: str
) -> None:
    for path in ("/cultivars/saemidori", "/nothing"):
        answer = await client.get(path, headers={"accept-encoding": accepted})

        assert answer.headers["content-encoding"] == coding
        assert answer.headers["vary"] == "accept-encoding, cookie"
        assert "<div id=" in answer.text


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        pytest.param("gzip, deflate, br, zstd", "zstd", marks=needs_zstd),
        ("gzip, deflate, br, zstd;q=0", "br"),
    ],
)
async def test_uncached_page_uses_the_fastest_accepted_coding(
    client: httpx.AsyncClient, accepted: str, coding: str
) -> None:
    page = "/nothing"
    async with client.stream("GET", page, headers={"accept-encoding": accepted}) as answer:
        sent = b"".join([part async for part in answer.aiter_raw()])

    assert answer.headers["content-encoding"] == coding
    assert int(answer.headers["content-length"]) == len(sent)
    assert b"<div id=" in DECODE[coding](sent)
