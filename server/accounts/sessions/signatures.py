"""Verification of an ID token's signature with the provider's keys."""

import json
from typing import Any

import msgspec
from joserfc import jws
from joserfc.jwk import KeySet

from server.accounts.sessions.claims import ProviderCheckFailed

ALGORITHM = "RS256"
# RFC 7518, 3.3; one base64url character encodes six bits.
KEY_BITS_LEAST = 2048
_BITS_OF_A_LETTER = 6


class Keys(msgspec.Struct, frozen=True):
    """Key set of a provider, as JSON (RFC 7517)."""

    keys: list[dict[str, Any]]


def keys_in(body: bytes) -> KeySet:
    """Returns the RSA keys that may sign ID tokens."""
    found = msgspec.json.decode(body, type=Keys)
    return KeySet.import_key_set({"keys": [key for key in found.keys if _may_sign(key)]})


def claims_of(id_token: str, keys: KeySet) -> dict[str, object]:
    """Returns the claims of an ID token after verifying its signature.

    Raises JoseError or ValueError if newer keys may verify it, otherwise ProviderCheckFailed, or
    msgspec.DecodeError for claims that are no JSON object.
    """
    signed = jws.deserialize_compact(id_token, keys, algorithms=[ALGORITHM])
    # The provider signs other kinds of tokens too; their `typ` differs.
    if str(signed.protected.get("typ", "JWT")).upper() != "JWT":
        raise ProviderCheckFailed("typ")
    if signed.payload is None:
        raise ProviderCheckFailed("payload")
    claims = msgspec.json.decode(signed.payload, type=dict[str, object])
    # JSON parsers disagree about duplicate claims.
    json.loads(signed.payload, object_pairs_hook=_reject_duplicates)
    return claims


def _may_sign(key: dict[str, Any]) -> bool:
    """Returns whether a key is RSA and long enough."""
    modulus = key.get("n")
    is_long = isinstance(modulus, str) and len(modulus) * _BITS_OF_A_LETTER >= KEY_BITS_LEAST
    return key.get("kty") == "RSA" and is_long


def _reject_duplicates(pairs: list[tuple[str, object]]) -> None:
    """Raises ProviderCheckFailed if a JSON object has a key twice; called by `json.loads`."""
    if len({name for name, _ in pairs}) < len(pairs):
        raise ProviderCheckFailed("said twice")
