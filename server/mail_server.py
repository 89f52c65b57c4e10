"""Mail server of an installation, parsed from SMTP_URL and MAIL_FROM."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Literal
from urllib.parse import unquote, urlsplit

from server.errors import StartRefused
from server.values import NEAR


@dataclass(frozen=True, slots=True)
class MailServer:
    """SMTP server: TLS from the start, by STARTTLS, or none (on this machine only)."""

    host: str
    port: int
    security: Literal["tls", "starttls", "none"]
    user: str | None
    password: str | None = field(repr=False)
    # Address in From; null if the operator named none.
    sender: str | None = None


def mail_server(values: Mapping[str, str]) -> MailServer | None:
    """Parses SMTP_URL, and MAIL_FROM or else OPERATOR_EMAIL; uses TLS beyond this machine.

    Returns None without SMTP_URL; raises StartRefused for an invalid value.
    """
    value = values.get("SMTP_URL")
    if value is None:
        return None
    parts = urlsplit(value)
    usual = {"smtps": 465, "smtp": 587}.get(parts.scheme)
    try:
        port = parts.port or usual
    except ValueError:
        port = None
    if usual is None or port is None or not parts.hostname or parts.path.strip("/"):
        raise StartRefused(
            "SMTP_URL must be smtp://user:password@host:587 (STARTTLS) or smtps://… (TLS)."
        )
    is_near = parts.hostname in NEAR
    return MailServer(
        host=parts.hostname,
        port=port,
        security="tls" if parts.scheme == "smtps" else "none" if is_near else "starttls",
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        sender=_sender(values.get("MAIL_FROM")) or values.get("OPERATOR_EMAIL"),
    )


def _sender(value: str | None) -> str | None:
    """Returns MAIL_FROM; raises StartRefused unless it is one address, with or without a name."""
    if value is not None and not _is_sender(value):
        raise StartRefused(
            f'MAIL_FROM is "{value}"; it must be an address, such as letters@tea.example.'
        )
    return value


def _is_sender(value: str) -> bool:
    """Returns whether the From header of a message takes a text as one address."""
    message = EmailMessage()
    try:
        message["From"] = value
        [address] = message["From"].addresses
    except (ValueError, IndexError):
        return False
    return len(address.username.split()) == 1 and bool(address.domain)
