"""Whose signature an ID token has: the keys that may sign one, and what it says once that holds."""

import json
from typing import Any

import msgspec
from joserfc import jws
from joserfc.jwk import KeySet

from server.accounts.sessions.claims import InvalidIdToken

ALGORITHM = "RS256"
# By the standard (RFC 7518, 3.3); so many letters write that many bits.
KEY_BITS_LEAST = 2048
_BITS_OF_A_LETTER = 6


class Keys(msgspec.Struct, frozen=True):
    """A provider's keys, as it tells them."""

    keys: list[dict[str, Any]]


def keys_in(body: bytes) -> KeySet:
    """Those that may have signed; of what else a provider has keys for, nothing is read."""
    told = msgspec.json.decode(body, type=Keys)
    return KeySet.import_key_set({"keys": [key for key in told.keys if _may_sign(key)]})


def claims_of(id_token: str, keys: KeySet) -> dict[str, object]:
    """Raises JoseError or ValueError where another key might do better."""
    signed = jws.deserialize_compact(id_token, keys, algorithms=[ALGORITHM])
    # The same provider may sign much else: what is for another use says so.
    if str(signed.protected.get("typ", "JWT")).upper() != "JWT":
        raise InvalidIdToken("typ")
    if signed.payload is None:
        raise InvalidIdToken("payload")
    claims = msgspec.json.decode(signed.payload, type=dict[str, object])
    # Of two claims of one name every reader takes another.
    json.loads(signed.payload, object_pairs_hook=_each_once)
    return claims


def _may_sign(key: dict[str, Any]) -> bool:
    modulus = key.get("n")
    is_long = isinstance(modulus, str) and len(modulus) * _BITS_OF_A_LETTER >= KEY_BITS_LEAST
    return key.get("kty") == "RSA" and is_long


def _each_once(pairs: list[tuple[str, object]]) -> None:
    if len({name for name, _ in pairs}) < len(pairs):
        raise InvalidIdToken("said twice")
