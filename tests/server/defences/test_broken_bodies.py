"""Broken request bodies are refused with 4xx and change nothing."""

from itertools import product
from pathlib import Path

from tests.fuzzing.site import fuzzed_site
from tests.server.test_access_rules import BROKEN_BODIES

WHOLE = b'"content": "x", "category": "question", "language": "en"'
MORE_BROKEN_BODIES: tuple[bytes, ...] = (
    b"{" + WHOLE + b', "content": "y"}',
    b"{" + WHOLE + b', "images": [{"id": "a", "id": "b"}]}',
    b"\xef\xbb\xbf",
    b"\xef\xbb\xbfnull",
    '{"content": "x"}'.encode("utf-16"),
    '{"content": "x"}'.encode("utf-32"),
    b'{"content": "x",}',
    b"{'content': 'x'}",
    b'{"content": "x"} trailing',
    b'{"content": "x"}\x00',
    b'{content: "x"}',
    b'/* comment */ {"content": "x"}',
    b'{"content": "\x01"}',
    b'{"content": "\\x41"}',
    b'{"content": "\\u12"}',
    b'{"content": "\xc3\x28", "language": "\xed\xa0\x80"}',
    b'{"content": "\xf4\x90\x80\x80"}',
    b'{"content": "\\udc00\\ud800", "display_name": "\\udfff", "language": "en"}',
    b'{"content": ' + b"9" * 5_000 + b', "language": ' + b"9" * 5_000 + b"}",
    b'{"content": Infinity, "language": -Infinity}',
    b'{"content": 1e999999999, "language": -0.0}',
    b'{"content": "x", "rating": 99999999999999999999, "language": 0}',
    b'{"content": "x", "content": 2, "language": "en", "language": 3}',
    b'{"__proto__": {"id": 1}, "constructor": {}}',
    b'{"content": "x"' + b', "content": "x"' * 5_000 + b"}",
    b'{"": ""}',
    b"[" + b"{}," * 50_000 + b"{}]",
    b'"' + b"\\" * 99_999,
    b"-" * 1_000,
    b"t" + b"rue" * 1_000,
)
CHANGES = (
    "POST /api/posts",
    "PUT /api/posts/{post}",
    "POST /api/posts/{post}/comments",
    "PUT /api/profiles/me",
    "PUT /api/profiles/me/language",
    "DELETE /api/account",
)


def test_broken_body_is_refused_with_4xx_and_changes_nothing(
    tmp_path: Path, database_url: str
) -> None:
    headers = {"content-type": "application/json"}
    with fuzzed_site(tmp_path, database_url) as site:
        post = site.known["post"][0]
        before = site.send("visitor", "GET", "/api/posts").text
        got = {
            (name, body[:60]): site.send(
                "hana", *name.format(post=post).split(), content=body, headers=headers
            ).status_code
            for name, body in product(CHANGES, (*BROKEN_BODIES, *MORE_BROKEN_BODIES))
        }
        after = site.send("visitor", "GET", "/api/posts").text

    assert len(BROKEN_BODIES + MORE_BROKEN_BODIES) >= 40
    assert {
        request: status for request, status in got.items() if status not in (400, 413, 422)
    } == {}
    assert after == before
