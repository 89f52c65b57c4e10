"""Tests of the packages that the host imports for pages, and for the first share card."""

import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile

import httpx
import pytest

from tests.running_site import PRODUCTION, RunningSite, free_port, running_site

PAGES = ("/", "/ja/cultivars", "/cultivars/yabukita", "/ja/community", "/api/posts")
# Packages that pages do not need, with their purpose; `rich` and `watchfiles` would be loaded by
# other libraries because they are installed.
NOT_FOR_PAGES = {
    "PIL": "cards and pictures",
    "alembic": "migrations",
    "asyncpg": "PostgreSQL",
    "authlib": "a sign-in",
    "boto3": "an S3 store",
    "cryptography": "a sign-in",
    "fontTools": "cards",
    "httpx": "a sign-in",
    "joserfc": "a sign-in",
    "redis": "shared rate limits",
    "rich": "coloured tracebacks",
    "watchfiles": "restarts at changes of the code",
}
# Matches a module inside a package: the log names a package also when its import failed.
_LOADED = re.compile(r"^import time: +\d+ \| +\d+ \| +(\w+)\.\w", re.MULTILINE)


def loaded_by(site: RunningSite) -> set[str]:
    """Returns the packages imported so far, from Python's import times in the host's log."""
    return set(_LOADED.findall(site.log_text()))


@pytest.fixture
def production(tmp_path: Path, migrated_file: Path) -> Iterator[RunningSite]:
    """A host with the settings of production, an SQLite database and a folder as its store."""
    port = str(free_port())
    settings: dict[str, str] = {
        **PRODUCTION,
        "DATA_DIR": str(tmp_path),
        "ORIGIN": f"http://localhost:{port}",
    }
    copyfile(migrated_file, tmp_path / migrated_file.name)
    settings |= {"RENDER_WORKERS": "1", "PORT": port, "PYTHONPROFILEIMPORTTIME": "1"}
    with running_site(tmp_path, samples=False, may_end=False, descriptors=0, **settings) as site:
        yield site


def test_pages_import_only_needed_packages_and_the_first_card_its_own(
    production: RunningSite,
) -> None:
    answers = [httpx.get(production.origin + path) for path in PAGES]
    loaded = loaded_by(production)
    assert {answer.status_code for answer in answers} == {200}
    assert {"litestar", "sqlalchemy"} <= loaded
    assert {name: NOT_FOR_PAGES[name] for name in NOT_FOR_PAGES.keys() & loaded} == {}
    assert "sqlalchemy.dialects.sqlite" in production.log_text()
    assert "sqlalchemy.dialects.postgresql" not in production.log_text()
    page = httpx.get(production.origin + "/cultivars/yabukita").text
    address = re.search(r'property="og:image" content="([^"]+)"', page)
    before = loaded_by(production)

    card = httpx.get(address[1] if address else production.origin, timeout=20)

    assert card.headers["content-type"] == "image/jpeg"
    assert "PIL" not in before
    assert {"PIL", "fontTools"} <= loaded_by(production)
