"""The SMTP mailer, with a server on this machine that sends chosen replies."""

import asyncio
import email
import email.policy
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from server.accounts.sessions.tokens import Secret
from server.community.letters.content import Sender, compose_letter
from server.community.letters.mailers import FolderMailer, SmtpMailer
from server.community.letters.schemas import Outcome
from server.contracts.routes import Language
from server.mail_server import MailServer
from server.web.viewer import Member

pytestmark = pytest.mark.anyio

ACCEPTED = {"MAIL": b"250 ok", "RCPT": b"250 ok", "DATA": b"354 go on", ".": b"250 taken"}
# A reply without bytes closes the connection.
CLOSE = b""


class FakeServer:
    """SMTP server that sends the reply of each command and stores the messages."""

    def __init__(self, replies: Mapping[str, bytes]) -> None:
        self.replies = replies
        self.received: list[bytes] = []
        self.ended: list[asyncio.Event] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves a connection, and records its end."""
        self.ended.append(end := asyncio.Event())
        try:
            await self._answer(reader, writer)
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            end.set()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers each command with the reply that the test chose, else with 250."""
        writer.write(b"220 tea.example\r\n")
        while line := await reader.readline():
            verb = line[:4].upper().decode("latin-1").strip()
            reply = self.replies.get(verb, b"250 ok")
            if verb == "DATA" and reply.startswith(b"354"):
                writer.write(reply + b"\r\n")
                self.received.append(await reader.readuntil(b"\r\n.\r\n"))
                reply = self.replies["."]
            if verb == "QUIT" or reply == CLOSE:
                return
            writer.write(reply + b"\r\n")


@asynccontextmanager
async def smtp_server(replies: Mapping[str, bytes]) -> AsyncIterator[tuple[int, list[bytes]]]:
    """Runs a server; yields its port and the received messages, then waits for its connections."""
    fake = FakeServer(replies)
    server = await asyncio.start_server(fake.serve, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1], fake.received
        for end in fake.ended:
            await end.wait()


def create_message() -> EmailMessage:
    """Returns a message to send."""
    message = EmailMessage()
    message["From"] = "letters@tea.example"
    message["To"] = "hana@tea.example"
    message["Message-ID"] = "<letter-1@tea.example>"
    message.set_content("新茶の季節です。")
    return message


def weekly_letter() -> tuple[str, EmailMessage]:
    """Composes a letter with long header fields; returns its unsubscribe URL and the letter."""
    names: dict[Language, str] = {"ja": "茶の木" * 20, "en": "Chanoki"}
    sender = Sender(
        "https://tea.example", "茶の木 <no-reply@tea.example>", names, (), Secret(b"key")
    )
    member = Member(id="7" * 36, display_name="はな", language="ja", email="hana@tea.example")
    now = datetime(2026, 11, 22, 23, tzinfo=UTC)
    message = compose_letter(sender, member, [], message_id="letter-" + "1" * 60, now=now)
    query = f"member={member.id}&token={sender.token_of(member.id)}"
    return f"https://tea.example/api/letters/end?{query}&language=ja", message


async def send_to(port: int) -> Outcome:
    return await SmtpMailer(MailServer("127.0.0.1", port, "none", None, None)).send(
        create_message()
    )


async def test_accepted_message_arrives_whole() -> None:
    async with smtp_server(ACCEPTED) as (port, received):
        assert await send_to(port) == "sent"

    assert b"Message-ID: <letter-1@tea.example>" in received[0]


async def test_fields_that_end_the_letter_are_handed_over_unencoded(tmp_path: Path) -> None:
    address, message = weekly_letter()
    await FolderMailer(tmp_path).send(message)
    [kept] = tmp_path.iterdir()
    async with smtp_server(ACCEPTED) as (port, received):
        sent = await SmtpMailer(MailServer("127.0.0.1", port, "none", None, None)).send(message)

    assert sent == "sent"
    for written in (received[0].replace(b"\r\n", b"\n"), kept.read_bytes()):
        head, _, _ = written.partition(b"\n\n")
        lines = head.decode("ascii").splitlines()
        assert f"List-Unsubscribe: <{address}>" in lines
        assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
        others = [line for line in lines if not line.startswith(("List-", "Message-ID:"))]
        assert max(len(line) for line in others) <= 78
        read = email.message_from_bytes(written, policy=email.policy.default)
        assert "茶の木" * 20 in str(read["Subject"])
        assert str(read["From"]) == "茶の木 <no-reply@tea.example>"


@pytest.mark.parametrize(
    ("replies", "outcome"),
    [
        ({"RCPT": b"550 no such mailbox"}, "bounced"),
        ({"RCPT": b"451 try later"}, "postponed"),
        ({"MAIL": b"550 not from you"}, "refused"),
        ({"DATA": b"554 no"}, "refused"),
        ({".": b"451 try later"}, "postponed"),
        ({".": CLOSE}, "unknown"),
        ({"RCPT": CLOSE}, "postponed"),
    ],
)
async def test_outcome_follows_the_reply(replies: dict[str, bytes], outcome: Outcome) -> None:
    async with smtp_server(ACCEPTED | replies) as (port, _):
        assert await send_to(port) == outcome


async def test_unreachable_server_postpones_the_letter() -> None:
    async with smtp_server(ACCEPTED) as (port, _):
        pass

    assert await send_to(port) == "postponed"
