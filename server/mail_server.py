"""Mail server of an installation, parsed from SMTP_URL and MAIL_FROM."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Literal
from urllib.parse import unquote, urlsplit

from server.errors import StartRefused
from server.values import NEAR

USUAL_PORTS = {"smtps": 465, "smtp": 587}


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
    try:
        parts = urlsplit(value)
        port = parts.port or USUAL_PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise _invalid_server() from None
    if not parts.hostname or parts.path.strip("/"):
        raise _invalid_server()
    is_near = parts.hostname in NEAR
    return MailServer(
        host=parts.hostname,
        port=port,
        security="tls" if parts.scheme == "smtps" else "none" if is_near else "starttls",
        user=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        sender=_sender(values, "MAIL_FROM") or _sender(values, "OPERATOR_EMAIL"),
    )


def _invalid_server() -> StartRefused:
    """Returns the error for an SMTP_URL that cannot be read; it does not repeat the password."""
    return StartRefused(
        "SMTP_URL must be smtp://user:password@host:587 (STARTTLS) or smtps://… (TLS), with "
        "%5B for each [ in the password."
    )


def _sender(values: Mapping[str, str], name: str) -> str | None:
    """Returns a setting; raises StartRefused unless it is one address, with or without a name."""
    value = values.get(name)
    if value is not None and _address_in(value) is None:
        raise StartRefused(
            f'{name} is "{value}"; it must be an address, such as letters@tea.example.'
        )
    return value


def is_plain_address(value: str) -> bool:
    """Returns whether a text is one mail address without a name."""
    return _address_in(value) == value


def _address_in(value: str) -> str | None:
    """Returns the address in a From header of this text; None unless there is exactly one."""
    message = EmailMessage()
    try:
        message["From"] = value
        [address] = message["From"].addresses
    except (ValueError, IndexError):
        return None
    is_valid = len(address.username.split()) == 1 and bool(address.domain)
    return address.addr_spec if is_valid else None
