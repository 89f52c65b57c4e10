"""Security headers of every response, unless it sets them itself."""

import base64
import hashlib
from dataclasses import dataclass

from server.web.asgi import Header

YEAR_S = 31_536_000


def security_headers(*, inline_script: str, is_https: bool) -> tuple[Header, ...]:
    """Returns the headers that each response gets unless it sets them itself.

    HSTS only with HTTPS.
    """
    headers = [
        # Responses are not cached unless they say so.
        ("cache-control", "no-store"),
        ("content-security-policy", _content_security_policy(inline_script)),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ]
    if is_https:
        headers.append(("strict-transport-security", f"max-age={YEAR_S}; includeSubDomains"))
    return tuple((name.encode(), value.encode()) for name, value in headers)


def _content_security_policy(inline_script: str) -> str:
    """Returns the policy: only own sources, and by its hash the script that sets the theme."""
    scripts = "'self'"
    if inline_script:
        digest = hashlib.sha256(inline_script.encode()).digest()
        scripts += f" 'sha256-{base64.b64encode(digest).decode()}'"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {scripts}",
            "style-src 'self'",
            # React writes style attributes.
            "style-src-attr 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


@dataclass(frozen=True)
class ConnectionRefusals:
    """Complete responses for connections that are refused before a request exists."""

    busy: bytes
    malformed: bytes
    too_large: bytes


def connection_refusals(*, is_https: bool) -> ConnectionRefusals:
    """Returns the responses to refused connections, with the security headers."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        *security_headers(inline_script="", is_https=is_https),
        (b"connection", b"close"),
    ]
    return ConnectionRefusals(
        busy=_write_response("503 Service Unavailable", (b"retry-after", b"2"), *headers),
        malformed=_write_response("400 Bad Request", *headers),
        too_large=_write_response("431 Request Header Fields Too Large", *headers),
    )


def _write_response(status: str, *headers: Header) -> bytes:
    """Returns the bytes of a whole HTTP response; its body is the status as text."""
    body = f"{status}\n".encode()
    length = (b"content-length", str(len(body)).encode())
    lines = (b": ".join(header) for header in (length, *headers))
    return b"\r\n".join((f"HTTP/1.1 {status}".encode(), *lines, b"", body))
