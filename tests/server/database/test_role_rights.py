"""Rights of the hosts' database role: all that the site needs, no change of tables."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.app import create_app
from server.commands.readiness import check_database
from server.commands.table_rights import check_rights
from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrate import migrate
from server.errors import StartRefused
from server.settings import Settings
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.conftest import START
from tests.server.database.site_role import database_with_role, role_url
from tests.server.members import Loopback, Moment, Place

pytestmark = pytest.mark.anyio

POST = {"content": "新茶", "category": "question", "language": "ja"}


@pytest.fixture
async def role(postgresql: str) -> AsyncIterator[AsyncEngine]:
    """Yields an engine with the rights of the hosts' database role."""
    async with database_with_role(postgresql) as owner:
        migrating = create_engine(owner.render_as_string(hide_password=False), LONG_WORK)
        await migrate(migrating)
        await migrating.dispose()
        engine = create_engine(role_url(owner))
        yield engine
        await engine.dispose()


async def test_site_works_with_the_restricted_role(settings: Settings, role: AsyncEngine) -> None:
    address = role.url.render_as_string(hide_password=False)
    chosen, loopback = replace(settings, database_url=address), Loopback()
    await check_database(replace(chosen, environment="production"), print)
    app = create_app(chosen, FakePool(), now=Moment(START), provider_transport=loopback)
    loopback.app = app
    place = Place(app, role, chosen, Moment(START))

    async with running(app), place.browser() as hana:
        await hana.sign_in("development-hana")
        made = await hana.change("POST", "/api/posts", json=POST)
        post = f"/api/posts/{made.json()['id']}"
        liked = await hana.change("PUT", f"{post}/like")
        comment = await hana.change("POST", f"{post}/comments", json={"content": "いいですね"})
        found = await hana.get("/api/posts", params={"search": "新茶"})
        removed = await hana.change("DELETE", post)
        left = await hana.change("DELETE", "/api/account")

    assert [answer.status_code for answer in (made, comment, found)] == [201, 201, 200]
    assert [post["id"] for post in found.json()["posts"]] == [made.json()["id"]]
    assert liked.status_code < 300
    assert removed.status_code < 300
    assert left.status_code < 500


async def test_role_may_listen_notify_lock_and_use_sequences(role: AsyncEngine) -> None:
    async with role.connect() as connection:
        for statement in (
            "LISTEN community",
            "NOTIFY community, 'x'",
            "SELECT pg_try_advisory_lock(1)",
            "SELECT nextval(pg_get_serial_sequence('posts', 'id'))",
        ):
            await connection.execute(sa.text(statement))


async def test_role_may_not_change_tables_schemas_or_roles(role: AsyncEngine) -> None:
    for statement in (
        "DROP TABLE posts",
        "TRUNCATE posts",
        "ALTER TABLE posts ADD COLUMN mood text",
        "CREATE TABLE pots (id int)",
        "CREATE INDEX ix_x ON posts (id)",
        "DROP SCHEMA public CASCADE",
        "CREATE ROLE another",
        "ALTER ROLE chanoki_site CREATEDB",
    ):
        with pytest.raises(sa.exc.DBAPIError, match=r"permission denied|must be owner"):
            async with role.begin() as connection:
                await connection.execute(sa.text(statement))


async def test_doctor_names_the_tables_that_are_closed_to_the_role(
    postgresql: str, settings: Settings
) -> None:
    async with database_with_role(postgresql) as owner:
        address = owner.render_as_string(hide_password=False)
        engine = create_engine(address, LONG_WORK)
        await migrate(engine)
        async with engine.begin() as connection:
            await connection.execute(sa.text("REVOKE DELETE ON comments FROM chanoki_site"))
        await engine.dispose()
        site = role_url(owner)

        with pytest.raises(StartRefused, match="may not read or change comments"):
            await check_rights(replace(settings, database_url=site))
        assert "every table" in await check_rights(replace(settings, database_url=address))
