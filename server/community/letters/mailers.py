"""Mailers: an SMTP server, or a folder that keeps the letters of a development site."""

from contextlib import suppress
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import structlog

from server.community.letters.schemas import Outcome
from server.errors import reason
from server.mail_server import MailServer

if TYPE_CHECKING:
    import aiosmtplib

TIMEOUT_S = 30.0
# SMTP replies of this class are permanent.
PERMANENT = 500

log: structlog.typing.FilteringBoundLogger = structlog.get_logger("chanoki.letters")


class Mailer(Protocol):
    """Transport of e-mail messages; `send` returns the outcome, also of a failed hand-over."""

    async def send(self, message: EmailMessage) -> Outcome: ...


@dataclass(frozen=True, slots=True)
class SmtpMailer:
    """Mailer over an SMTP server, with one connection for each message."""

    server: MailServer

    async def send(self, message: EmailMessage) -> Outcome:
        """Sends a message and returns the outcome; "postponed" if the server cannot be reached."""
        # Imported on first use: hosts without a mail server do not load it.
        import aiosmtplib  # noqa: PLC0415

        server = self.server
        client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            use_tls=server.security == "tls",
            start_tls=server.security == "starttls",
            username=server.user,
            password=server.password,
            timeout=TIMEOUT_S,
        )
        try:
            await client.connect()
        except (aiosmtplib.SMTPException, OSError) as error:
            log.warning("mail_server_unreachable", reason=reason(error))
            return "postponed"
        try:
            return await _hand_over(client, message)
        finally:
            # The outcome is known; a server that does not say goodbye changes nothing.
            with suppress(aiosmtplib.SMTPException, OSError):
                await client.quit()
            client.close()


async def _hand_over(client: "aiosmtplib.SMTP", message: EmailMessage) -> Outcome:
    """Sends a message on an open connection and returns the outcome."""
    import aiosmtplib  # noqa: PLC0415

    try:
        await client.mail(str(message["From"].addresses[0].addr_spec))
        await client.rcpt(str(message["To"].addresses[0].addr_spec))
    except aiosmtplib.SMTPRecipientRefused as error:
        return "bounced" if error.code >= PERMANENT else "postponed"
    except aiosmtplib.SMTPResponseException as error:
        return _refused(error.code)
    except (aiosmtplib.SMTPException, OSError) as error:
        log.warning("mail_not_taken", reason=reason(error))
        return "postponed"
    try:
        await client.data(message.as_bytes())
    except aiosmtplib.SMTPResponseException as error:
        # The server answered, so it has not taken the message.
        return _refused(error.code)
    except (aiosmtplib.SMTPException, OSError) as error:
        log.warning("mail_hand_over_unknown", reason=reason(error))
        return "unknown"
    return "sent"


def _refused(code: int) -> Outcome:
    """Logs the code of a refusal; returns "refused" for a permanent one, else "postponed"."""
    log.warning("mail_refused", code=code)
    return "refused" if code >= PERMANENT else "postponed"


@dataclass(frozen=True, slots=True)
class FolderMailer:
    """Mailer that writes each message into a file, named after its Message-ID."""

    folder: Path

    async def send(self, message: EmailMessage) -> Outcome:
        """Writes a message into the folder; raises OSError if that fails.

        A new folder can only be read by its owner.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        name = str(message["Message-ID"]).strip("<>").partition("@")[0]
        (self.folder / f"{name}.eml").write_bytes(message.as_bytes())
        return "sent"
