"""The traffic mix: the requests with which the layers of the site are measured."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from server.accounts.sessions.actions.sessions import SignInContext, open_session
from server.accounts.sessions.claims import Identity
from server.contracts.catalogue import CULTIVARS
from server.contracts.reference import POST_CATEGORIES
from server.database.clock import utc_now
from server.database.engine import create_engine, create_sessions
from server.database.transaction import transaction
from tests.benchmarks.generated_posts import member_ids
from tests.benchmarks.servers import POSTS, Server

RECORDS_AND_LISTS = 240
MEMBER_SHARE, WRITE_SHARE = 0.10, 0.02
# Weights of the addresses by rank: the second is requested half as often as the first.
ZIPF_EXPONENT = 1.0
MEMBERS = 40
BROWSER_CODING = "gzip, deflate, br, zstd"
HTTP_COOKIE = "session"


@dataclass(frozen=True, slots=True)
class SignedInMember:
    """Cookie of one session, with the CSRF token and member id that its changes send."""

    cookie: str
    csrf: str
    id: str


def record_addresses() -> list[str]:
    return [f"{prefix}/cultivars/{id}" for id in CULTIVARS for prefix in ("", "/ja")]


def anonymous_addresses() -> list[str]:
    """Returns lists and records, the feed and posts, the most requested first."""
    lists = ["/ja/cultivars", "/cultivars", "/ja/cultivars?page=2", "/cultivars?page=2"]
    records = record_addresses()[: RECORDS_AND_LISTS - len(lists)]
    feeds = ["/ja/community", "/community"]
    feeds += [f"/ja/community?category={id}" for id, one in POST_CATEGORIES.items() if one.offered]
    posts = [f"/ja/post/{number}" for number in range(1, POSTS + 1, 4)]
    others = records + posts + feeds[2:] + lists[2:]
    random.Random(1).shuffle(others)
    return ["/ja", feeds[0], lists[0], "/", lists[1], feeds[1], *others]


async def sign_in(folder: Path, host: Server) -> list[SignedInMember]:
    """Opens sessions for seeded members in the database of a running host."""
    engine = create_engine(f"sqlite+aiosqlite:///{folder / 'chanoki.sqlite3'}")
    sessions = create_sessions(engine)
    tokens = []
    try:
        for id in member_ids()[:MEMBERS]:
            identity = Identity("bench", id, None, None)
            visit = SignInContext(user_agent="", previous_token=None, language="ja")
            async with transaction(sessions) as opened:
                session = await open_session(opened, identity, visit=visit, now=utc_now())
            tokens.append(session.token)
    finally:
        await sessions.close()
        await engine.dispose()
    members = []
    for token in tokens:
        cookie = f"{HTTP_COOKIE}={token}"
        response = host.get("/api/session", {"cookie": cookie})
        session = json.loads(response.body)
        members.append(SignedInMember(cookie, session["csrf"], session["member"]["id"]))
    return members


def mixed_requests(
    host: Server, members: Sequence[SignedInMember], *, seed: int, count: int
) -> tuple[str, ...]:
    """Returns the same requests for the same seed, apart from port, cookies and tokens."""
    rng = random.Random(seed)
    addresses = anonymous_addresses()
    weights = list(accumulate((rank + 1) ** -ZIPF_EXPONENT for rank in range(len(addresses))))
    found = []
    for _ in range(count):
        kind = rng.random()
        path = rng.choices(addresses, cum_weights=weights)[0]
        member = rng.choice(members)
        if kind < WRITE_SHARE:
            found.append(_like(host, member, rng))
        elif kind < WRITE_SHARE + MEMBER_SHARE:
            found.append(_get(host, path, f"Cookie: {member.cookie}"))
        else:
            found.append(_get(host, path))
    return tuple(found)


def _get(host: Server, path: str, *lines: str) -> str:
    return _request(host, f"GET {path}", f"Accept-Encoding: {BROWSER_CODING}", *lines)


def _like(host: Server, member: SignedInMember, rng: random.Random) -> str:
    method = rng.choice(["PUT", "DELETE"])
    return _request(
        host,
        f"{method} /api/posts/{rng.randint(1, POSTS)}/like",
        f"Cookie: {member.cookie}",
        f"X-CSRF-Token: {member.csrf}",
        f"X-Member-Id: {member.id}",
        f"Origin: http://127.0.0.1:{host.port}",
        "Sec-Fetch-Site: same-origin",
        "Content-Length: 0",
    )


def _request(host: Server, target: str, *lines: str) -> str:
    return "\r\n".join([f"{target} HTTP/1.1", f"Host: 127.0.0.1:{host.port}", *lines, "", ""])
