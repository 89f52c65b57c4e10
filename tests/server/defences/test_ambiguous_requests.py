"""Request smuggling: ambiguous requests get one response or none, with the settings of `serve`."""

import asyncio

import pytest

from server.web.slow_client_guard import SlowClientGuard
from tests.server.defences.raw_http import HOST, exchange, statuses

pytestmark = pytest.mark.anyio

POST = b"POST /api/posts HTTP/1.1\r\n" + HOST
SMUGGLED = b"GET /api/operator HTTP/1.1\r\n" + HOST + b"\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
LAST_CHUNK = b"0\r\n\r\n"

AMBIGUOUS = {
    "both lengths, by length": POST
    + b"Content-Length: 5\r\n"
    + CHUNKED
    + b"\r\n"
    + LAST_CHUNK
    + SMUGGLED,
    "both lengths, by chunks": POST + CHUNKED + b"Content-Length: 4\r\n\r\n" + b"5c\r\n" + SMUGGLED,
    "two lengths": POST + b"Content-Length: 0\r\nContent-Length: 39\r\n\r\n" + SMUGGLED,
    "a list of lengths": POST + b"Content-Length: 0, 39\r\n\r\n" + SMUGGLED,
    "the same length twice in a list": POST + b"Content-Length: 0, 0\r\n\r\n" + SMUGGLED,
    "a signed length": POST + b"Content-Length: +0\r\n\r\n" + SMUGGLED,
    "a negative length": POST + b"Content-Length: -1\r\n\r\n" + SMUGGLED,
    "a length in hexadecimal": POST + b"Content-Length: 0x0\r\n\r\n" + SMUGGLED,
    "a length beyond all numbers": POST
    + b"Content-Length: 18446744073709551616\r\n\r\n"
    + SMUGGLED,
    "an empty length": POST + b"Content-Length: \r\n\r\n" + SMUGGLED,
    "an unknown coding": POST + b"Transfer-Encoding: xchunked\r\n\r\n" + LAST_CHUNK + SMUGGLED,
    "a coding before the chunks": POST
    + b"Transfer-Encoding: gzip, chunked\r\n\r\n"
    + LAST_CHUNK
    + SMUGGLED,
    "chunks that are not last": POST
    + b"Transfer-Encoding: chunked, identity\r\n\r\n"
    + LAST_CHUNK
    + SMUGGLED,
    "two codings": POST + CHUNKED + b"Transfer-Encoding: identity\r\n\r\n" + LAST_CHUNK + SMUGGLED,
    "a blank before the colon": POST
    + b"Transfer-Encoding : chunked\r\n\r\n"
    + LAST_CHUNK
    + SMUGGLED,
    "a vertical tab": POST + b"Transfer-Encoding:\x0bchunked\r\n\r\n" + LAST_CHUNK + SMUGGLED,
    "a folded line": POST + b"Transfer-Encoding:\r\n chunked\r\n\r\n" + LAST_CHUNK + SMUGGLED,
    "lines that end with LF": b"POST /api/posts HTTP/1.1\nHost: tea.example\n\n" + SMUGGLED,
    "a bare CR in a header": POST + b"X: a\rContent-Length: 0\r\n\r\n" + SMUGGLED,
    "a NUL in a header": POST + b"X: a\x00b\r\n\r\n" + SMUGGLED,
    "a NUL in a name": POST + b"X\x00: a\r\n\r\n" + SMUGGLED,
    "a header without a name": POST + b": a\r\n\r\n" + SMUGGLED,
    "a blank before the first header": b"POST / HTTP/1.1\r\n X: a\r\n" + HOST + b"\r\n" + SMUGGLED,
    "a chunk that ends with LF": POST + CHUNKED + b"\r\n1\nA\r\n" + LAST_CHUNK + SMUGGLED,
    "a chunk of negative length": POST + CHUNKED + b"\r\n-1\r\nA\r\n" + LAST_CHUNK + SMUGGLED,
    "a chunk with a prefix": POST + CHUNKED + b"\r\n0x0\r\n\r\n" + SMUGGLED,
    "a chunk that is longer than it says": POST
    + CHUNKED
    + b"\r\n1\r\nABC\r\n"
    + LAST_CHUNK
    + SMUGGLED,
    "a chunk beyond all numbers": POST + CHUNKED + b"\r\n" + b"F" * 17 + b"\r\nA" + SMUGGLED,
    "chunks in HTTP/1.0": b"POST /api/posts HTTP/1.0\r\n"
    + HOST
    + CHUNKED
    + b"Connection: keep-alive\r\n\r\n"
    + LAST_CHUNK
    + SMUGGLED,
    "a length among the trailers": POST
    + CHUNKED
    + b"\r\n0\r\nContent-Length: 9\r\n\r\n"
    + SMUGGLED,
    "a body of a page that is only read": b"GET /ja HTTP/1.1\r\n"
    + HOST
    + b"Content-Length: %d\r\n\r\n" % len(SMUGGLED)
    + SMUGGLED,
    "another request behind the last": b"GET /ja HTTP/1.1\r\n"
    + HOST
    + b"Connection: close\r\n\r\n"
    + SMUGGLED,
}


async def test_ambiguous_request_gets_at_most_one_response(port: int) -> None:
    answers = await asyncio.gather(*(exchange(port, data) for data in AMBIGUOUS.values()))

    two = [
        name
        for name, received in zip(AMBIGUOUS, answers, strict=True)
        if len(statuses(received)) > 1 or b'"representative"' in received
    ]
    assert two == []


H2C = b"Connection: Upgrade\r\nUpgrade: h2c\r\n"
# Upgrade requests, by their body; a parser may end such a request before the body.
UPGRADES = {
    "a length": POST + H2C + b"Content-Length: %d\r\n\r\n" % len(SMUGGLED),
    "a length of nothing": POST + H2C + b"Content-Length: 0\r\n\r\n",
    "chunks": POST + H2C + CHUNKED + b"\r\n",
    "a tunnel": b"CONNECT / HTTP/1.1\r\n" + HOST + b"Content-Length: 5\r\n\r\n",
    "a tunnel without a body": b"CONNECT / HTTP/1.1\r\n" + HOST + b"\r\n",
    "nothing": b"GET /ja HTTP/1.1\r\n" + HOST + H2C + b"\r\n",
    "another name": b"GET /ja HTTP/1.1\r\n" + HOST + H2C.replace(b"h2c", b"TLS/1.0") + b"\r\n",
}


@pytest.mark.parametrize("body", UPGRADES)
async def test_bytes_after_an_upgrade_request_are_not_a_second_request(
    port: int, body: str
) -> None:
    received = await exchange(port, UPGRADES[body], SMUGGLED)

    assert len(statuses(received)) == 1
    assert b"connection: close" in received.lower()
    assert b'"representative"' not in received


async def test_two_pipelined_requests_get_two_responses(port: int) -> None:
    received = await exchange(port, SMUGGLED * 2)

    assert statuses(received) == [200, 200]


TARGETS = (
    (b"http://tea.example/ja", b"tea.example", 200),
    (b"HTTPS://TEA.example/ja", b"tea.example", 200),
    (b"/ja", b"TEA.EXAMPLE", 200),
    (b"http://evil.example/ja", b"tea.example", 400),
    (b"http://tea.example/ja", b"evil.example", 400),
    (b"http://evil.example/ja", b"evil.example", 400),
    (b"http://tea.example@evil.example/ja", b"tea.example", 400),
    (b"/ja", b"tea.example.", 400),
    (b"/ja", b"tea.example:8443", 400),
    (b"/ja", b"tea.example, evil.example", 400),
    (b"/ja", b"evil.example@tea.example", 400),
    (b"/ja", b"evil.example#tea.example", 400),
    (b"/ja", b"", 400),
    (b"/health/live", b"10.0.0.7", 200),
)


async def test_request_target_and_host_header_must_name_the_sites_host(port: int) -> None:
    answers = await asyncio.gather(
        *(
            exchange(port, b"GET " + target + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n")
            for target, host, _ in TARGETS
        )
    )

    assert [statuses(received) for received in answers] == [[status] for *_, status in TARGETS]
    assert b"evil" not in b"".join(answers)


HEADS = (
    b"GET /ja HTTP/1.1\r\n\r\n",
    b"GET /ja HTTP/1.0\r\n\r\n",
    b"GET /ja HTTP/1.1\r\n" + HOST + HOST + b"\r\n",
    b"GET /ja HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 300_000 + b"\r\n\r\n",
    b"GET /ja HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 60_000 + b"\r\n\r\n",
    b"GET /ja HTTP/1.1\r\n" + HOST + b"".join(b"X%d: a\r\n" % n for n in range(5000)) + b"\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /ja\r\n\r\n",
    b"\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03",
)


async def test_malformed_or_oversized_request_head_is_refused_with_4xx(port: int) -> None:
    for head in HEADS:
        received = await exchange(port, head)

        assert statuses(received) in ([400], [414], [431]), head[:60]
        assert b"nosniff" in received
        assert b"cache-control: no-store" in received.lower()
        assert b"\r\nserver:" not in received.lower()


async def test_expect_100_continue_is_refused_before_the_body_is_sent(port: int) -> None:
    request = POST + b"Expect: 100-continue\r\nContent-Length: 1000000\r\n\r\n"

    assert statuses(await exchange(port, request)) == [403]


def test_timeouts_for_slow_clients_are_10_20_and_60_seconds() -> None:
    waits = (
        SlowClientGuard.head_s,
        SlowClientGuard.body_idle_s,
        SlowClientGuard.body_total_s,
    )

    assert waits == (10.0, 20.0, 60.0)
