"""A running site for tests, its clock, and browsers with a cookie jar."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.sessions.claims import Identity
from server.accounts.sessions.development_provider import MEMBERS
from server.accounts.sessions.tables import Account
from server.accounts.sessions.tokens import Secret
from server.settings import Settings
from server.web.asgi import App
from tests.conftest import ORIGIN
from tests.server.accounts.member_rows import open_member_session

ISSUER = f"{ORIGIN}/dev/oidc"
USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36"


class Moment:
    """Stopped clock that only the test advances."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **amount: float) -> None:
        """Moves the clock by this time, such as `minutes=5`; a negative time moves it back."""
        self.now += timedelta(**amount)


class Loopback(httpx.AsyncBaseTransport):
    """Transport that sends a site's requests to the site itself."""

    app: App

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await httpx.ASGITransport(self.app).handle_async_request(request)


@dataclass
class Browser:
    """Client that sends the headers of a real browser and stores cookies."""

    http: httpx.AsyncClient
    csrf: str = ""
    member_id: str = ""
    extra: dict[str, str] = field(default_factory=dict)

    async def get(self, path: str, **options: Any) -> httpx.Response:
        """Sends a GET request."""
        return await self.http.get(path, **options)

    async def change(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Sends a changing request as the site's pages do, with CSRF token and member id."""
        given = options.pop("headers", {})
        headers = {
            "sec-fetch-site": "same-origin",
            "origin": ORIGIN,
            "x-csrf-token": self.csrf,
            "x-member-id": self.member_id,
        }
        return await self.http.request(method, path, headers=headers | given, **options)

    async def start_sign_in(self, query: str = "") -> str:
        """Starts a sign-in; returns the URL of the provider's page."""
        answer = await self.get(f"/api/auth/google{query}")
        assert answer.status_code == 302, answer.text
        return answer.headers["location"]

    async def choose(self, page: str, choice: str) -> str:
        """Presses a button on the provider's page; returns the callback URL."""
        answer = await self.get(page, params={**params_of(page), "choice": choice})
        assert answer.status_code == 302, answer.text
        return answer.headers["location"]

    async def sign_in(self, choice: str, query: str = "") -> httpx.Response:
        """Signs in through the provider; tests of anything else use `Place.sign_in`."""
        answer = await self.get(await self.choose(await self.start_sign_in(query), choice))
        await self.read_session()
        return answer

    async def read_session(self) -> dict[str, Any]:
        """Reads the session, and stores its CSRF token and member id."""
        session: dict[str, Any] = (await self.get("/api/session")).json()
        self.csrf = session["csrf"] or ""
        self.member_id = session["member"]["id"] if session["member"] else ""
        return session

    @property
    def pending(self) -> dict[str, str]:
        """Returns the cookies of unfinished sign-ins by name."""
        return {name: value for name, value in self.http.cookies.items() if "signin-" in name}

    @property
    def token(self) -> str | None:
        return self.http.cookies.get("session")

    @token.setter
    def token(self, token: str) -> None:
        self.http.cookies.delete("session")
        self.http.cookies.set("session", token, domain="tea.example", path="/")


@dataclass(frozen=True)
class Place:
    """Running site with its database engine, settings and clock; opens browsers and signs in."""

    app: App
    engine: AsyncEngine
    settings: Settings
    moment: Moment

    @asynccontextmanager
    async def browser(self, address: str = "203.0.113.7") -> AsyncIterator[Browser]:
        """Yields a browser whose requests come from this network address."""
        transport = httpx.ASGITransport(self.app, client=(address, 1234))
        headers = {"user-agent": USER_AGENT}
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN, headers=headers) as http:
            yield Browser(http)

    async def sign_in(self, browser: Browser, subject: str) -> None:
        """Signs the browser in as the sample member `subject`, without the provider."""
        sample = next(one for one in MEMBERS if one.subject == subject)
        identity = Identity(ISSUER, subject, sample.email, sample.name)
        session = await open_member_session(
            self.engine, identity, user_agent=USER_AGENT, now=self.moment()
        )
        browser.token = session.token
        # As the page reads them; a suspended member is a visitor there.
        is_visitor = session.is_suspended
        secret = Secret(self.settings.secret.encode())
        browser.csrf = "" if is_visitor else secret.csrf_of(session.id)
        browser.member_id = "" if is_visitor else session.member_id

    async def make_established(self, browser: Browser) -> None:
        """Sets the member's joining date 30 days back: new members may do less."""
        joined = self.moment() - timedelta(days=30)
        statement = sa.update(Account).where(Account.id == browser.member_id)
        async with self.engine.begin() as connection:
            await connection.execute(statement.values(created_at=joined))

    async def count(self, table: str) -> int:
        """Returns the number of rows of a table."""
        async with self.engine.connect() as connection:
            statement = sa.select(sa.func.count()).select_from(sa.table(table))
            return int((await connection.execute(statement)).scalar_one())

    async def dump(self, *, sign_ins: bool = True) -> str:
        """Returns all rows of the tables of members as text, with or without completed sign-ins."""
        tables = ["accounts", "profiles", "sessions"] + ["completed_sign_ins"] * sign_ins
        async with self.engine.connect() as connection:
            rows = [
                tuple(row)
                for table in tables
                for row in await connection.execute(sa.text(f"SELECT * FROM {table}"))
            ]
        return repr(rows)


def params_of(address: str) -> dict[str, str]:
    """Returns the query parameters of an address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def path_of(address: str) -> str:
    """Returns the path of an address."""
    return urlsplit(address).path
