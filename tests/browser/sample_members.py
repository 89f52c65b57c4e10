"""Signed-in members of the sample site, API requests as a member, and data for tests."""

import sqlite3
import uuid
from contextlib import closing
from typing import Any, NamedTuple

from playwright.sync_api import Browser, FilePayload, StorageState

from server.contracts.routes import Language
from tests.browser.members import ALEX, HANA, session_of, signed_in_state
from tests.browser.reader import Reader, start_reader
from tests.running_site import RunningSite
from tests.server.media.imaging.pictures import encoded, quarters

# A slow mobile network: 1.6 Mbit/s down, 750 kbit/s up, 150 ms latency; throughput in bytes/s.
SLOW_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 200_000,
    "uploadThroughput": 94_000,
}


class Member(NamedTuple):
    """Member with the storage state of a signed-in browser."""

    id: str
    state: StorageState


class SampleMembers(NamedTuple):
    """Members by their choice at the development provider, such as `HANA`."""

    members: dict[str, Member]

    def state_of(self, choice: str | None) -> StorageState | None:
        """Returns the state of a member's browser; None for a visitor."""
        return None if choice is None else self.members[choice].state


def sign_in_members(browser: Browser, site: RunningSite) -> SampleMembers:
    members = {}
    for choice in (HANA, ALEX):
        reader = start_reader(browser, site)
        state = signed_in_state(reader, choice)
        members[choice] = Member(session_of(reader)["member"]["id"], state)
        reader.page.context.close()
    _backdate_accounts(site)
    return SampleMembers(members)


def _backdate_accounts(site: RunningSite) -> None:
    """Makes all accounts older, because the limits of new accounts are lower."""
    database = site.log.parent / "chanoki.sqlite3"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE accounts SET created_at = '2026-01-01 00:00:00.000000'")


def prefix_of(language: str) -> str:
    return "/ja" if language == "ja" else ""


def throttle_network(reader: Reader) -> None:
    session = reader.page.context.new_cdp_session(reader.page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW_NETWORK)


def photo_files(count: int) -> list[FilePayload]:
    """Returns photos of different widths, ready to be chosen in a file field."""
    return [
        {
            "name": f"photo-{number}.jpg",
            "mimeType": "image/jpeg",
            "buffer": encoded(quarters((640 + 16 * number, 480)), "JPEG", quality=85),
        }
        for number in range(1, count + 1)
    ]


def request_api(reader: Reader, method: str, path: str, data: object = None) -> Any:
    """Sends an API request as the member of this browser; returns the JSON body."""
    session = session_of(reader)
    headers = {
        "x-csrf-token": str(session["csrf"]),
        "x-member-id": str(session["member"]["id"]),
        "origin": reader.origin,
        "sec-fetch-site": "same-origin",
        "idempotency-key": str(uuid.uuid4()),
    }
    response = reader.page.request.fetch(
        reader.origin + path, method=method, data=data, headers=headers
    )
    assert response.ok, response.text()
    return response.json() if response.body() else None


def create_post(reader: Reader, content: str, language: Language = "en") -> int:
    """Creates a post without pictures through the API; returns its id."""
    post = {"content": content, "category": "question", "language": language, "images": []}
    return int(request_api(reader, "POST", "/api/posts", post)["id"])


def errors_without_aborts(reader: Reader) -> list[str]:
    """Returns the browser errors, except for aborted requests, which a navigation may cause."""
    return [one for one in reader.browser_errors if "ERR_ABORTED" not in one]
