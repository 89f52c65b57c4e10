"""Requests of every operation of the site, by the table in access_rules.toml."""

import json
import re
import sqlite3
import tomllib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast
from uuid import uuid4

import httpx
import sqlalchemy as sa
from litestar import Litestar
from litestar.routes import HTTPRoute

from server.accounts.sessions.tables import Account
from server.database.declarative import Base
from server.describe import describe
from server.moderation.tables import ModerationEntry
from server.web.asgi import App
from tests.server.community.builders import add_members, add_post
from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.members import Browser, Place

FILE = Path(__file__).with_name("access_rules.toml")
SAFE = {"GET", "HEAD", "OPTIONS"}
POST = {"content": "一番茶", "category": "question", "language": "ja"}


class Row(NamedTuple):
    """Expected statuses of one operation by kind of client, and its request.

    Without a status of its own, an administrator gets that of moderators, other members that of
    the owner, anyone else that of other members. `of` is what the path names, a key of MAKERS.
    """

    nobody: int
    suspended: int
    owner: int
    other: int | None = None
    blocked: int | None = None
    moderator: int | None = None
    administrator: int | None = None
    of: str | None = None
    body: Mapping[str, object] | None = None
    file: bool = False
    key: bool = False

    @property
    def media_type(self) -> str:
        """Returns the content type of the request."""
        return "multipart/form-data" if self.file else "application/json"


def read_table() -> tuple[dict[str, Row], set[str]]:
    """Returns the rows by operation, and the operations that the API description omits."""
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    undescribed = set(found.pop("undescribed"))
    return {name: Row(**row) for name, row in found.items()}, undescribed


TABLE, UNDESCRIBED = read_table()
CHANGES = [name for name in TABLE if name.split()[0] not in SAFE]
READINGS = [name for name in TABLE if name not in CHANGES]


@cache
def api_description() -> dict[str, Any]:
    """Returns the API description; it is cached, as making it takes half a second."""
    return cast("dict[str, Any]", json.loads(describe()))


def described_operations() -> dict[str, Any]:
    """Returns each operation of the API description by method and path."""
    paths = api_description()["paths"]
    return {
        f"{verb.upper()} {path}": it for path, verbs in paths.items() for verb, it in verbs.items()
    }


def changes_of(app: App) -> set[str]:
    """Returns each changing operation of the running site, described or not, as method and path."""
    inner: Any = app
    while not isinstance(inner, Litestar):
        inner = inner._app
    return {
        f"{method} {re.sub(r':[a-z]+}', '}', route.path_format)}"
        for route in inner.routes
        if isinstance(route, HTTPRoute)
        for method in route.methods
        if method not in SAFE
    }


async def _member(owner: Browser, _place: Place) -> str:
    """Returns the id of the owner."""
    return owner.member_id


async def _stranger(_owner: Browser, place: Place) -> str:
    """Inserts another member and returns their id."""
    return (await add_members(place.engine, 1))[0].id


async def _session(owner: Browser, place: Place) -> str:
    """Opens a second session of the owner and returns its id."""
    async with place.browser("198.51.100.9") as elsewhere:
        await place.sign_in(elsewhere, "development-hana")
    entries = (await owner.get("/api/sessions")).json()
    return next(str(entry["id"]) for entry in entries if not entry["is_current"])


async def _post(owner: Browser, place: Place) -> str:
    """Inserts a post of the owner and returns its id."""
    # Inserted: there are more operations on posts than posts an hour.
    await place.make_established(owner)
    return str(await add_post(place.engine, user_id=owner.member_id))


async def _comment(owner: Browser, place: Place) -> str:
    """Inserts a post and writes a comment of the owner; returns the comment's id."""
    return await _comment_on(owner, await _post(owner, place))


async def _answer(owner: Browser, place: Place) -> str:
    """Inserts a question and writes a comment of the owner; returns the comment's id."""
    await place.make_established(owner)
    question = await add_post(place.engine, user_id=owner.member_id, category="question")
    return await _comment_on(owner, str(question))


async def _comment_on(owner: Browser, post: str) -> str:
    """Writes a comment on a post and returns its id."""
    path = f"/api/posts/{post}/comments"
    return str((await owner.change("POST", path, json={"content": "はい"})).json()["id"])


async def _image(owner: Browser, _place: Place) -> str:
    """Uploads an image and returns its id."""
    answer = await owner.change("POST", "/api/uploads/post-images", files=_files())
    return str(answer.json()["id"])


async def _subject(owner: Browser, _place: Place) -> str:
    """Returns the owner as the subject of a report."""
    return f"member:{owner.member_id}"


async def _decision(_owner: Browser, place: Place) -> str:
    """Inserts a log entry, the warning of another member, and returns its id."""
    [warned] = await add_members(place.engine, 1)
    values = {"created_at": place.moment(), "made_by": "Mori", "action": "warn", "details": {}}
    about = {"subject_kind": "member", "member_id": warned.id, "reason": "spam"}
    insert = sa.insert(ModerationEntry).values(values | about).returning(ModerationEntry.id)
    async with place.engine.begin() as connection:
        return str(await connection.scalar(insert))


async def _cultivar(_owner: Browser, _place: Place) -> str:
    """Returns the id of a cultivar."""
    return "saemidori"


async def _group(_owner: Browser, _place: Place) -> str:
    """Returns a group of notifications."""
    return "decisions"


async def _followed(_owner: Browser, _place: Place) -> str:
    """Returns a cultivar as a subject to follow."""
    return "cultivar:saemidori"


async def _collection(owner: Browser, _place: Place) -> str:
    """Creates a collection of the owner and returns its id."""
    body = {"name": f"水出し {uuid4()}"[:40]}
    listed = (await owner.change("POST", "/api/account/collections", json=body)).json()
    return str(listed["collections"][0]["id"])


async def _prefecture(_owner: Browser, _place: Place) -> str:
    """Returns the id of a prefecture."""
    return "shizuoka"


# Functions that create what a path names, and return its id.
MAKERS: dict[str, Callable[[Browser, Place], Awaitable[str]]] = {
    "member": _member,
    "stranger": _stranger,
    "session": _session,
    "post": _post,
    "comment": _comment,
    "answer": _answer,
    "image": _image,
    "cultivar": _cultivar,
    "prefecture": _prefecture,
    "subject": _subject,
    "followed": _followed,
    "group": _group,
    "decision": _decision,
    "collection": _collection,
}


async def grant_role(place: Place, browser: Browser, role: str = "moderator") -> None:
    """Sets the role of the browser's member in the database."""
    async with place.engine.begin() as connection:
        which = sa.update(Account).where(Account.id == browser.member_id)
        await connection.execute(which.values(role=role))


async def prepare_path(name: str, owner: Browser, place: Place) -> str:
    """Creates what the path of an operation names, owned by `owner`, and returns the path."""
    path, of = name.split()[1], TABLE[name].of
    id = await MAKERS[of](owner, place) if of else ""
    return re.sub(r"{\w+}", id, path)


async def send_request(browser: Browser, name: str, path: str, **options: Any) -> httpx.Response:
    """Sends the request of an operation as the site's pages do, unless `options` override it."""
    row = TABLE[name]
    options.setdefault("headers", {})
    if row.key:
        options["headers"] = {"idempotency-key": str(uuid4()), **options["headers"]}
    if "content" not in options:
        options |= {"files": _files()} if row.file else {"json": row.body} if row.body else {}
    return await browser.change(name.split(maxsplit=1)[0], path, **options)


def _files() -> dict[str, Any]:
    """Returns the multipart fields of a small image."""
    return {"file": ("a.png", encoded(quarters(), "PNG"), "image/png")}


async def dump_site(place: Place) -> str:
    """Returns all rows of all tables and the names of all image files, as text to compare."""
    is_file = place.engine.dialect.name == "sqlite"
    rows = _rows_of_file(place) if is_file else await _rows_of_server(place)
    files = (path for path in (place.settings.data_dir / "media").rglob("*") if path.is_file())
    return repr((rows, sorted(path.name for path in files)))


def _rows_of_file(place: Place) -> list[tuple[str, list[Any]]]:
    """Returns all rows of an SQLite database, read without SQLAlchemy, which takes longer."""
    with closing(sqlite3.connect(str(place.engine.url.database))) as connection:
        return [
            (table.name, connection.execute(f"SELECT * FROM {table.name}").fetchall())
            for table in Base.metadata.sorted_tables
        ]


async def _rows_of_server(place: Place) -> list[tuple[str, str]]:
    """Returns all rows of a PostgreSQL database, read by one statement for all tables."""
    async with place.engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(_EVERY_ROW)]


# Rows have no defined order, so they are sorted as texts.
_EVERY_ROW = sa.text(
    " UNION ALL ".join(
        f"SELECT '{table.name}', CAST(one AS text) FROM {table.name} AS one"
        for table in Base.metadata.sorted_tables
    )
    + " ORDER BY 1, 2"
)
