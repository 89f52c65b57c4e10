"""A change purges the page cache once and publishes each of its events once."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from litestar.channels import ChannelsPlugin

from server.database.engine import Commit, Sessions
from server.pages.cache.entries import Entries
from server.pages.cache.policy import Tags
from server.realtime.channel import MERGE_S, Batch
from tests.server.community.builders import NEW, add_post
from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.media.uploads.upload_requests import send_avatar
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


@dataclass
class Counts:
    """Purges of the page cache, and names of the published events."""

    purges: list[Tags] = field(default_factory=list)
    events: list[str] = field(default_factory=list)


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    """Records purges and published events from now on."""
    counts = Counts()
    purge, publish = Entries.purge, ChannelsPlugin.publish

    def count_purge(self: Entries, tags: Tags) -> int:
        counts.purges.append(tags)
        return purge(self, tags)

    def count_events(self: ChannelsPlugin, data: bytes, channels: str) -> None:
        events = msgspec.json.decode(data, type=Batch).events
        counts.events += [type(event).__name__ for event in events]
        publish(self, data, channels)

    monkeypatch.setattr(Entries, "purge", count_purge)
    monkeypatch.setattr(ChannelsPlugin, "publish", count_events)
    return counts


Change = Callable[[Browser, int], Awaitable[httpx.Response]]
PROFILE = {"display_name": "Hana of Uji", "language": "ja"}


def request_of_author(method: str, path: str, **body: object) -> Change:
    """Returns a function that sends this request as the author; `{id}` in the path is the post."""
    options = {"json": body} if body else {}

    async def make(hana: Browser, post_id: int) -> httpx.Response:
        return await hana.change(method, path.format(id=post_id), **options)

    return make


async def upload_avatar(hana: Browser, _post_id: int) -> httpx.Response:
    """Uploads an avatar."""
    answer: httpx.Response = await send_avatar(hana, encoded(quarters(), "JPEG"))
    return answer


CHANGES: dict[str, tuple[Change, list[str]]] = {
    "like": (request_of_author("PUT", "/api/posts/{id}/like"), ["PostChanged"]),
    "create": (request_of_author("POST", "/api/posts", **NEW), ["PostCreated"]),
    "edit": (request_of_author("PUT", "/api/posts/{id}", content="浅蒸し"), ["PostEdited"]),
    "delete": (request_of_author("DELETE", "/api/posts/{id}"), ["PostRemoved"]),
    "comment": (
        request_of_author("POST", "/api/posts/{id}/comments", content="一煎目"),
        ["CommentAdded", "PostChanged"],
    ),
    "profile": (request_of_author("PUT", "/api/profiles/me", **PROFILE), ["MemberChanged"]),
    "avatar": (upload_avatar, ["MemberChanged"]),
}


@pytest.mark.parametrize("name", CHANGES)
async def test_change_purges_once_and_publishes_each_event_once(
    place: Place, hana: Browser, counts: Counts, name: str
) -> None:
    make, events = CHANGES[name]
    post_id = await add_post(place.engine, user_id=hana.member_id)

    answer = await make(hana, post_id)
    await wait_for_events()

    assert answer.is_success, answer.text
    assert len(counts.purges) == 1
    assert counts.events == events


@pytest.mark.parametrize("posts", ["keep", "remove"])
async def test_removal_of_an_account_purges_once(
    place: Place, hana: Browser, counts: Counts, posts: str
) -> None:
    for _ in range(3):
        await add_post(place.engine, user_id=hana.member_id)
    name = (await hana.read_session())["member"]["display_name"]

    removal = {"confirmation": name, "posts": posts}
    answer = await hana.change("DELETE", "/api/account", json=removal)
    await wait_for_events()

    assert answer.is_success, answer.text
    assert len(counts.purges) == 1
    assert counts.events.count("MemberChanged") == 1
    assert len(counts.events) == 4


async def test_refused_and_repeated_changes_purge_nothing(
    place: Place, hana: Browser, alex: Browser, counts: Counts
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    await hana.change("PUT", f"/api/posts/{post_id}/like")
    await wait_for_events()
    counts.purges.clear()
    counts.events.clear()

    again = await hana.change("PUT", f"/api/posts/{post_id}/like")
    foreign = await hana.change("DELETE", f"/api/posts/{post_id}")
    await wait_for_events()

    assert (again.status_code, foreign.status_code) == (200, 403)
    assert counts == Counts()


@pytest.mark.parametrize(("name", "published"), [("like", []), ("profile", ["MemberChanged"])])
async def test_commit_whose_answer_is_lost_purges_this_host(
    place: Place, hana: Browser, counts: Counts, name: str, published: list[str]
) -> None:
    post_id = await add_post(place.engine)
    commit = sa.orm.Session.commit

    def commit_and_fail(self: sa.orm.Session) -> None:
        commit(self)
        raise sa.exc.OperationalError("COMMIT", None, OSError("connection lost"))

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sa.orm.Session, "commit", commit_and_fail)
        answer = await CHANGES[name][0](hana, post_id)
    await wait_for_events()

    assert answer.status_code >= 500
    assert len(counts.purges) == 1
    assert counts.events == published


async def test_subscribers_are_not_called_without_events(place: Place) -> None:
    sessions = Sessions(place.engine, None)
    commits: list[Commit] = []
    sessions.on_commit(commits.append)

    sessions.notify(Commit(()))

    assert commits == []


async def wait_for_events() -> None:
    """Waits longer than an event needs to return to the host that published it."""
    await asyncio.sleep(MERGE_S + 0.4)
