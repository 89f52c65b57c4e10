"""Settings that belong together, each group with its parser: operator, sign-in, object store."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from server.errors import StartRefused
from server.values import issuer, pair, web_address

GOOGLE = "https://accounts.google.com"


@dataclass(frozen=True, slots=True)
class OperatorSettings:
    """Operator's details in the legal notice."""

    name: str | None = None
    representative: str | None = None
    address: str | None = None
    email: str | None = None
    phone: str | None = None
    hours_ja: str | None = None
    hours_en: str | None = None


def read_operator(values: Mapping[str, str]) -> OperatorSettings:
    """Returns the operator's details for the legal pages."""
    return OperatorSettings(
        name=values.get("OPERATOR_NAME"),
        representative=values.get("OPERATOR_REPRESENTATIVE"),
        address=values.get("OPERATOR_ADDRESS"),
        email=values.get("OPERATOR_EMAIL"),
        phone=values.get("OPERATOR_PHONE"),
        hours_ja=values.get("OPERATOR_HOURS_JA"),
        hours_en=values.get("OPERATOR_HOURS_EN"),
    )


@dataclass(frozen=True, slots=True)
class SignInSettings:
    """OAuth client credentials, and their provider: Google unless GOOGLE_ISSUER names another."""

    client_id: str
    client_secret: str = field(repr=False)
    issuer: str = GOOGLE


def read_sign_in(values: Mapping[str, str]) -> SignInSettings | None:
    """Returns the OAuth client's id, secret and issuer, or None if neither id nor secret is set.

    `GOOGLE_ISSUER` may name another provider. Raises StartRefused if only one of the two is set.
    """
    client = pair(values, "GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET")
    return client and SignInSettings(*client, issuer(values.get("GOOGLE_ISSUER", GOOGLE)))


@dataclass(frozen=True, slots=True)
class ObjectStoreSettings:
    """Settings of an S3-compatible service."""

    bucket: str
    region: str
    endpoint: str | None
    access_key: str | None
    secret_key: str | None = field(repr=False)


def read_object_store(values: Mapping[str, str]) -> ObjectStoreSettings | None:
    """Returns the object store, or None without S3_*.

    Raises StartRefused without a bucket, and if only one of the two keys is set.
    """
    bucket = values.get("S3_BUCKET")
    if bucket is None:
        given = sorted(name for name in values if name.startswith("S3_"))
        if given:
            raise StartRefused(f"{given[0]} is set, but S3_BUCKET is missing.")
        return None
    keys = pair(values, "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY")
    return ObjectStoreSettings(
        bucket=bucket,
        region=values.get("S3_REGION", "us-east-1"),
        endpoint=web_address(values, "S3_ENDPOINT"),
        access_key=keys and keys[0],
        secret_key=keys and keys[1],
    )
