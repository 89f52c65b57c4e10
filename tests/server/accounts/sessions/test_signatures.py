"""Verification of signatures: keys of the provider and payloads of tokens."""

import json
from typing import Any

import pytest
from joserfc import jws
from joserfc.errors import JoseError, SecurityWarning
from joserfc.jwk import RSAKey

from server.accounts.sessions.claims import ProviderCheckFailed
from server.accounts.sessions.signatures import claims_of, keys_in

KEY = RSAKey.generate_key(2048, {"kid": "one"})
HEADER = {"alg": "RS256", "kid": "one"}


def key_set(*more: dict[str, Any], **changed: str) -> bytes:
    return json.dumps({"keys": [*more, {**KEY.as_dict(private=False), **changed}]}).encode()


def signed(payload: bytes) -> str:
    return jws.serialize_compact(HEADER, payload, KEY)


@pytest.mark.parametrize(
    "payload",
    [
        b'{"sub": "1", "sub": "2"}',
        b'{"sub": "1", "s\\u0075b": "2"}',
        b'{"sub": "1", "address": {"country": "a", "country": "b"}}',
        b'{"sub": "1", "exp": NaN}',
        b'\xef\xbb\xbf{"sub": "1"}',
        '{"sub": "1"}'.encode("utf-16"),
        b'["sub", "1"]',
        b"",
    ],
)
def test_ambiguous_or_malformed_claims_are_refused(payload: bytes) -> None:
    with pytest.raises((ProviderCheckFailed, ValueError)):
        claims_of(signed(payload), keys_in(key_set()))


@pytest.mark.parametrize(
    "other",
    [
        {"kty": "OKP", "crv": "of tomorrow", "x": "AA", "kid": "two"},
        {"kty": "of tomorrow", "kid": "two"},
        {"kty": "oct", "k": "AAAA", "kid": "one"},
        {"kty": "RSA", "n": "AAAA", "e": "AQAB", "kid": "one"},
    ],
    ids=["curve", "kind", "shared secret", "short"],
)
def test_keys_of_other_types_are_ignored(other: dict[str, Any]) -> None:
    keys = keys_in(key_set(other))

    assert claims_of(signed(b'{"sub": "1"}'), keys) == {"sub": "1"}


@pytest.mark.parametrize("changed", [{"use": "enc"}, {"alg": "RS512"}, {"kid": "two"}])
def test_signature_by_a_key_for_another_use_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(JoseError):
        claims_of(signed(b'{"sub": "1"}'), keys_in(key_set(**changed)))


def test_signature_by_a_1024_bit_key_is_refused() -> None:
    with pytest.warns(SecurityWarning):
        short = RSAKey.generate_key(1024, {"kid": "one"})
        token = jws.serialize_compact(HEADER, b'{"sub": "1"}', short)

    with pytest.raises((JoseError, ValueError)):
        claims_of(token, keys_in(json.dumps({"keys": [short.as_dict(private=False)]}).encode()))
