"""Security headers of every response, unless it sets them itself."""

import base64
import hashlib

from server.web.asgi import Header

YEAR_S = 31_536_000


def security_headers(*, inline_script: str, is_https: bool) -> tuple[Header, ...]:
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
    """Own sources only; the one inline script, which sets the theme, is allowed by its hash."""
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
