"""The host in this process, without rate limits, as the target of generated requests and texts."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.sessions.tables import Account
from server.app import assemble, background_tasks
from server.database.clock import utc_now
from server.database.engine import create_engine
from server.database.migrate import migrate
from server.parts import Parts, make_parts
from server.settings import Settings
from server.web.asgi import App
from server.web.rate_limits.rates import Rate
from server.web.viewer import Role
from tests.conftest import ORIGIN
from tests.fake_build import FakePool, write_build
from tests.lifespan import running
from tests.server.members import USER_AGENT, Browser, Loopback

KNOWN_MOST = 20
MEMBERS = {"hana": "development-hana", "alex": "development-alex"}


class UnlimitedRates:
    """Rate limiter that allows every request."""

    async def take(self, _rate: Rate, _subject: str) -> int:
        return 0


@dataclass
class FuzzedSite:
    """Running site, the clients that send requests, and the last known ids by kind."""

    runner: asyncio.Runner
    app: App
    browsers: dict[str, Browser]
    known: dict[str, list[str]] = field(default_factory=dict)

    def send(self, sender: str, method: str, path: str, **options: Any) -> httpx.Response:
        """Sends a request; signs the member in again if the response is 401."""
        browser = self.browsers[sender]
        answer = self.runner.run(browser.change(method, path, **options))
        if answer.status_code == 401 and sender in MEMBERS:
            self.sign_in(sender)
        return answer

    def sign_in(self, sender: str) -> None:
        self.runner.run(self.browsers[sender].sign_in(MEMBERS[sender]))

    def remember(self, kind: str, id: str) -> None:
        """Adds a known id; forgets the oldest of its kind beyond KNOWN_MOST."""
        known = self.known.setdefault(kind, [])
        known.append(id)
        del known[:-KNOWN_MOST]


@contextmanager
def fuzzed_site(
    folder: Path, database_url: str, *, role: Role | None = None
) -> Iterator[FuzzedSite]:
    """Runs a site on a database that it empties first; yields it with two members and some posts.

    The members get `role`; posts of moderators are never held for review.
    """
    with asyncio.Runner() as runner:
        host = _running_host(folder, database_url)
        app = runner.run(host.__aenter__())
        try:
            site = _with_members_and_posts(runner, app)
            runner.run(_give_role(database_url, role))
            yield site
        finally:
            runner.run(host.__aexit__(None, None, None))


@asynccontextmanager
async def _running_host(folder: Path, database_url: str) -> AsyncIterator[App]:
    write_build(folder / "build")
    read = Settings.from_environment({"ORIGIN": ORIGIN, "DATA_DIR": str(folder / "data")})
    settings = replace(read, build_dir=folder / "build", database_url=database_url)
    engine = create_engine(database_url)
    await _empty(engine)
    await migrate(engine)
    loopback = Loopback()
    parts = _without_rates(make_parts(settings, engine, now=utc_now, provider_transport=loopback))
    parts = replace(parts, background_tasks=background_tasks(parts))
    app = assemble(settings, parts, engine=engine, pool=FakePool())
    loopback.app = app
    async with running(app):
        yield app


def _without_rates(parts: Parts) -> Parts:
    rates = UnlimitedRates()
    sessions = replace(parts.sessions, rates=rates)
    return replace(
        parts,
        sessions=sessions,
        sign_in=replace(parts.sign_in, rates=rates),
        account=replace(parts.account, sessions=sessions),
        community=replace(parts.community, rates=rates),
        write_guard_rules=replace(parts.write_guard_rules, rates=rates),
    )


async def _empty(engine: AsyncEngine) -> None:
    if engine.dialect.name == "postgresql":
        async with engine.begin() as connection:
            await connection.execute(sa.text("DROP SCHEMA public CASCADE"))
            await connection.execute(sa.text("CREATE SCHEMA public"))


async def _give_role(database_url: str, role: Role | None) -> None:
    engine = create_engine(database_url)
    async with engine.begin() as connection:
        await connection.execute(sa.update(Account).values(role=role))
    await engine.dispose()


def _with_members_and_posts(runner: asyncio.Runner, app: App) -> FuzzedSite:
    site = FuzzedSite(runner, app, {sender: _browser(app) for sender in ("visitor", *MEMBERS)})
    for sender in MEMBERS:
        site.sign_in(sender)
        site.remember("member", site.browsers[sender].member_id)
    site.remember("cultivar", "saemidori")
    for _ in range(3):
        add_post(site, "一番茶")
    return site


def add_post(site: FuzzedSite, content: str) -> httpx.Response:
    """Writes a post as Hana and remembers its id."""
    body = {"content": content, "category": "question", "language": "ja"}
    headers = {"idempotency-key": str(uuid4())}
    answer = site.send("hana", "POST", "/api/posts", json=body, headers=headers)
    if answer.status_code == 201:
        site.remember("post", str(answer.json()["id"]))
    return answer


def _browser(app: App) -> Browser:
    transport = httpx.ASGITransport(app, client=("203.0.113.7", 1234))
    headers = {"user-agent": USER_AGENT}
    return Browser(httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers))
