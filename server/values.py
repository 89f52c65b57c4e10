"""Parsers of single settings: StartRefused for invalid values, None for optional ones not set."""

import re
import unicodedata
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from server.errors import StartRefused

Environment = Literal["development", "production"]

PASSWORD_CHARACTERS_LEAST = 16
PASSWORD_DIFFERENT_LEAST = 8
DEFAULT_PORTS = {"http": 80, "https": 443}
# Addresses that never leave the machine need no https.
NEAR = frozenset({"localhost", "127.0.0.1", "::1"})
# A host as browsers write it, or an IPv6 address in brackets, with an optional port.
_NETLOC = re.compile(r"(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?")
PORT_MOST = 65535
# Beginnings of common passwords and of placeholders in examples.
COMMON_BEGINNINGS = re.compile("password|secret|change-?me|example|minioadmin|postgres|1234")


def parse_environment(value: str) -> Environment:
    """Parses ENVIRONMENT; raises StartRefused for any other value."""
    if value == "development":
        return "development"
    if value == "production":
        return "production"
    raise StartRefused(f'ENVIRONMENT is "{value}"; it must be "development" or "production".')


def whole_number(
    values: Mapping[str, str], name: str, *, default: int, most: int, least: int = 1
) -> int:
    """Parses a setting that is a whole number; raises StartRefused outside of `least` to `most`."""
    value = values.get(name)
    if value is None:
        return default
    if not re.fullmatch(r"[0-9]{1,6}", value) or not least <= int(value) <= most:
        raise StartRefused(
            f'{name} is "{value}"; it must be a whole number from {least} to {most}.'
        )
    return int(value)


def folder(values: Mapping[str, str], name: str, *, default: str) -> Path:
    """Parses a setting that is a folder; raises StartRefused for the home of an unknown user."""
    try:
        return Path(values.get(name, default)).expanduser()
    except RuntimeError as error:
        raise StartRefused(f'{name} is "{values[name]}"; there is no such user here.') from error


def pair(values: Mapping[str, str], first: str, second: str) -> tuple[str, str] | None:
    """Returns two settings that come together, or None without both.

    Raises StartRefused if only one is set.
    """
    given = values.get(first), values.get(second)
    if given[0] is None and given[1] is None:
        return None
    if given[0] is None or given[1] is None:
        missing = first if given[0] is None else second
        raise StartRefused(f"{missing} is missing: {first} and {second} come together.")
    return given[0], given[1]


def split_list(value: str) -> list[str]:
    """Returns the entries of a comma-separated list."""
    return [part.strip() for part in value.split(",") if part.strip()]


def origin(value: str) -> str:
    """Parses an origin and returns it as browsers write it.

    Raises StartRefused for any other text.
    """
    scheme, _, rest = value.partition("://")
    scheme, netloc = scheme.lower(), rest.rstrip("/").lower()
    if scheme not in DEFAULT_PORTS or not _is_netloc(netloc):
        raise StartRefused(
            f'ORIGIN is "{_mask(value)}"; it must be a scheme and a host, such as '
            "https://tea.example, in the letters that browsers send (xn--…)."
        )
    return f"{scheme}://{without_default_port(scheme, netloc)}"


def _is_netloc(text: str) -> bool:
    """Returns whether a text is a host, with or without a port."""
    found = _NETLOC.fullmatch(text)
    # Browsers write no port with a leading zero.
    return found is not None and not (found[1] or "").startswith("0") and _is_web(f"http://{text}")


def without_default_port(scheme: str, host: str) -> str:
    """Removes the scheme's default port, as browsers do (RFC 9110, section 4.2.3)."""
    return host.removesuffix(f":{DEFAULT_PORTS[scheme]}")


def with_default_port(scheme: str, host: str) -> str:
    return host if re.search(r":[0-9]+$", host) else f"{host}:{DEFAULT_PORTS[scheme]}"


def redis_url(value: str | None) -> str | None:
    """Returns the address of the rate store; raises StartRefused if it is no Redis URL."""
    if value is None:
        return None
    if not _is_redis(value):
        # The address may contain a password, so the message quotes none of it.
        raise StartRefused(
            "REDIS_URL is no address of a Redis or Valkey; it must look like "
            "redis://:password@host:6379/0, or rediss:// for an encrypted connection."
        )
    return value


def _is_redis(value: str) -> bool:
    """Returns whether an address is a Redis URL with host, and at most a database number."""
    try:
        parts = urlsplit(value)
        has_port = parts.port != 0
    except ValueError:
        return False
    is_whole = bool(parts.hostname) and re.fullmatch(r"(/[0-9]{0,4})?", parts.path) is not None
    has_more = "?" in value or "#" in value
    return parts.scheme in {"redis", "rediss"} and is_whole and has_port and not has_more


def web_address(values: Mapping[str, str], name: str) -> str | None:
    """Returns an http(s) address without a final slash; raises StartRefused for any other value."""
    value = values.get(name)
    if value is None:
        return None
    if not _is_web(value) or "?" in value:
        # The address may contain a password, so the message names its scheme only.
        scheme, separator, _ = value.partition("://")
        begins = f'starts with "{scheme[:20]}://"' if separator else "has no scheme"
        raise StartRefused(f"{name} {begins}; it must be an address, http(s)://host….")
    return value.rstrip("/")


def issuer(value: str) -> str:
    """Parses an identity provider's address; raises StartRefused without https off this machine."""
    is_near = _is_web(value) and urlsplit(value).hostname in NEAR
    if not _is_web(value) or not (value.startswith("https:") or is_near):
        raise StartRefused(f'GOOGLE_ISSUER is "{_mask(value)}"; it must start with https://.')
    return value.rstrip("/")


def _mask(value: str) -> str:
    """Returns an address without its password, for messages."""
    return re.sub(r"[^/]*@", "…@", value)


def _is_web(value: str) -> bool:
    """Returns whether a text is an http(s) address with a host, a valid port and no spaces."""
    try:
        parts = urlsplit(value)
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return parts.scheme in DEFAULT_PORTS and has_host and not re.search(r"\s", value)


def social_links(value: str) -> tuple[tuple[str, str], ...]:
    """Parses `label=https://address` entries; raises StartRefused at the first wrong one."""
    links = []
    for part in split_list(value):
        label, _, url = (piece.strip() for piece in part.partition("="))
        if not label or not _is_web(url) or not url.startswith("https://"):
            raise StartRefused(
                f'SOCIAL_LINKS has "{part}"; each entry must be label=https://address.'
            )
        links.append((label, url))
    return tuple(links)


def trusted_proxies(value: str) -> tuple[str, ...]:
    """Parses the addresses and networks of proxies whose forwarding headers are believed.

    `*` is any address.
    Raises StartRefused for an invalid one, because it would silently match no proxy.
    """
    proxies = tuple(split_list(value))
    for proxy in proxies:
        try:
            ip_network("::/0" if proxy == "*" else proxy)
        except ValueError:
            raise StartRefused(
                f'TRUSTED_PROXIES has "{proxy}"; each entry must be an address, a network '
                "or *, such as 10.0.0.1 or 10.0.0.0/24."
            ) from None
    return proxies


def trusts_everybody(proxies: tuple[str, ...]) -> bool:
    """Returns whether forwarding headers are believed from any address: `*` or a network of /0."""
    return any(proxy == "*" or ip_network(proxy).prefixlen == 0 for proxy in proxies)


def single_line(values: Mapping[str, str], name: str) -> str | None:
    """Returns a text of one line; raises StartRefused for control and bidi characters."""
    value = values.get(name)
    if value and any(unicodedata.category(sign) in {"Cc", "Cf", "Cs"} for sign in value):
        raise StartRefused(f"{name} must be one line of plain characters.")
    return value


def password_in(address: str | None) -> str | None:
    """Returns the password in an address; None without one."""
    password = urlsplit(address).password if address else None
    return unquote(password) if password else None


def is_weak_password(password: str) -> bool:
    """Returns whether a password is easily guessed; SECRET_KEY has a check of its own.

    It is short, has few different characters, or begins with a common word.
    """
    is_long = len(password) >= PASSWORD_CHARACTERS_LEAST
    is_varied = len(set(password)) >= PASSWORD_DIFFERENT_LEAST
    is_common = COMMON_BEGINNINGS.match(password.lower()) is not None
    return is_common or not (is_long and is_varied)


def has_samples(values: Mapping[str, str]) -> bool:
    """Returns whether samples fill an empty database; always false in production."""
    value = values.get("SAMPLES", "yes")
    if value not in {"yes", "no"}:
        raise StartRefused(f'SAMPLES is "{value}"; it must be "yes" or "no".')
    return value == "yes" and values.get("ENVIRONMENT") != "production"
