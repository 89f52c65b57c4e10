"""Fixtures: a site with a store of each kind that `tests/variants.py` chooses."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from server.media.storage.interface import Storage
from server.media.storage.local import LocalStorage
from server.media.storage.s3 import Account, S3Storage
from server.setting_groups import ObjectStoreSettings
from server.settings import Settings
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.members import Loopback, Moment, Place
from tests.server.sites import patient_site


@pytest.fixture
def stored(
    store_kind: str, request: pytest.FixtureRequest, settings: Settings
) -> tuple[Settings, Storage]:
    """Returns the settings of a site with one kind of store, and the store itself."""
    if store_kind == "folder":
        return settings, LocalStorage(settings.data_dir / "media")
    account: Account = request.getfixturevalue("s3_account")
    store = ObjectStoreSettings(
        account.bucket, account.region, account.endpoint, account.access_key, account.secret_key
    )
    return replace(settings, object_store=store), S3Storage(account)


@pytest.fixture
async def place(
    stored: tuple[Settings, Storage], pool: FakePool, database: AsyncEngine, moment: Moment
) -> AsyncIterator[Place]:
    """Yields a running site with the store of `stored`; replaces the fixture of tests/server."""
    address = database.url.render_as_string(hide_password=False)
    loopback = Loopback()
    chosen = replace(stored[0], database_url=address)
    loopback.app = app = patient_site(chosen, pool, now=moment, provider_transport=loopback)
    async with running(app):
        yield Place(app, database, chosen, moment)


@pytest.fixture
def storage(stored: tuple[Settings, Storage]) -> Storage:
    """Returns the store of the site."""
    return stored[1]
