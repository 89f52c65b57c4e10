"""The real site in this process, of which as much may be asked as anybody likes."""

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


class NoRates:
    """Lets everything pass: what is counted elsewhere is in the way here."""

    async def take(self, _rate: Rate, _who: str) -> int:
        return 0


@dataclass
class Subject:
    """A running site, the members who send requests, and the data that is known to be there."""

    runner: asyncio.Runner
    app: App
    browsers: dict[str, Browser]
    known: dict[str, list[str]] = field(default_factory=dict)

    def ask(self, who: str, method: str, path: str, **options: Any) -> httpx.Response:
        browser = self.browsers[who]
        answer = self.runner.run(browser.change(method, path, **options))
        if answer.status_code == 401 and who in MEMBERS:
            self.sign_in(who)
        return answer

    def sign_in(self, who: str) -> None:
        self.runner.run(self.browsers[who].sign_in(MEMBERS[who]))

    def learn(self, kind: str, id: str) -> None:
        known = self.known.setdefault(kind, [])
        known.append(id)
        del known[:-KNOWN_MOST]


@contextmanager
def subject(folder: Path, database_url: str, *, role: Role | None = None) -> Iterator[Subject]:
    """On an empty database; whatever was in it is gone. No rule holds texts of a `role`."""
    with asyncio.Runner() as runner:
        entered = _opened(folder, database_url)
        app = runner.run(entered.__aenter__())
        try:
            peopled = _peopled(runner, app)
            runner.run(_give_role(database_url, role))
            yield peopled
        finally:
            runner.run(entered.__aexit__(None, None, None))


@asynccontextmanager
async def _opened(folder: Path, database_url: str) -> AsyncIterator[App]:
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
    rates = NoRates()
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


def _peopled(runner: asyncio.Runner, app: App) -> Subject:
    asked = Subject(runner, app, {who: _browser(app) for who in ("visitor", *MEMBERS)})
    for who in MEMBERS:
        asked.sign_in(who)
        asked.learn("member", asked.browsers[who].member_id)
    asked.learn("cultivar", "saemidori")
    for _ in range(3):
        add_post(asked, "一番茶")
    return asked


def add_post(asked: Subject, content: str) -> httpx.Response:
    """What is written is known from then on."""
    body = {"content": content, "category": "question", "language": "ja"}
    headers = {"idempotency-key": str(uuid4())}
    answer = asked.ask("hana", "POST", "/api/posts", json=body, headers=headers)
    if answer.status_code == 201:
        asked.learn("post", str(answer.json()["id"]))
    return answer


def _browser(app: App) -> Browser:
    transport = httpx.ASGITransport(app, client=("203.0.113.7", 1234))
    headers = {"user-agent": USER_AGENT}
    return Browser(httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers))
