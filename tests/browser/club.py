"""Members among the sample posts: signed in once for all tests, with what they write and send."""

import sqlite3
import uuid
from contextlib import closing
from typing import Any, NamedTuple

from playwright.sync_api import Browser, FilePayload, StorageState

from server.contracts.routes import Language
from tests.browser.members import ALEX, HANA, session_of, sign_in
from tests.browser.reading import Reader, start_reading
from tests.running_site import RunningSite
from tests.server.media.imaging.pictures import encoded, quarters

# A telephone's line, far from the town: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back.
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}


class Member(NamedTuple):
    """A member, and what their browser remembers of having signed in."""

    id: str
    state: StorageState


class Club(NamedTuple):
    """The members by the names that the development provider has for them."""

    members: dict[str, Member]


def open_club(browser: Browser, site: RunningSite) -> Club:
    members = {}
    for choice in (HANA, ALEX):
        reader = start_reading(browser, site)
        sign_in(reader, choice)
        member_id = session_of(reader)["member"]["id"]
        members[choice] = Member(member_id, reader.page.context.storage_state())
        reader.page.context.close()
    _be_here_for_long(site)
    return Club(members)


def _be_here_for_long(site: RunningSite) -> None:
    """On their first day they could not write as much as all tests together do."""
    database = site.log.parent / "chanoki.sqlite3"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE accounts SET created_at = '2026-01-01 00:00:00.000000'")


def prefix_of(language: str) -> str:
    return "/ja" if language == "ja" else ""


def slow_down(reader: Reader) -> None:
    session = reader.page.context.new_cdp_session(reader.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_LINE)


def pictures(count: int) -> list[FilePayload]:
    """Photos that differ in size, so that each is known again."""
    return [
        {
            "name": f"photo-{number}.jpg",
            "mimeType": "image/jpeg",
            "buffer": encoded(quarters((640 + 16 * number, 480)), "JPEG", quality=85),
        }
        for number in range(1, count + 1)
    ]


def ask_host(reader: Reader, method: str, path: str, data: object = None) -> Any:
    """As the member of this browser; the answer's content."""
    session = session_of(reader)
    headers = {
        "x-csrf-token": str(session["csrf"]),
        "x-member-id": str(session["member"]["id"]),
        "origin": reader.origin,
        "sec-fetch-site": "same-origin",
        "idempotency-key": str(uuid.uuid4()),
    }
    answer = reader.page.request.fetch(
        reader.origin + path, method=method, data=data, headers=headers
    )
    assert answer.ok, answer.text()
    return answer.json() if answer.body() else None


def write_post(reader: Reader, content: str, language: Language = "en") -> int:
    """A post without pictures, past the form."""
    post = {"content": content, "category": "question", "language": language, "images": []}
    return int(ask_host(reader, "POST", "/api/posts", post)["id"])


def complaints_of(reader: Reader) -> list[str]:
    """All but questions that were taken back, as when a page is left before its pictures are in."""
    return [one for one in reader.complaints if "ERR_ABORTED" not in one]
