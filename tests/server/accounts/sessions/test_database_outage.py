"""Responses to members and visitors while the tables of sessions cannot be read."""

from collections.abc import AsyncIterator

import pytest

from tests.server.members import Browser, Place, params_of, path_of

pytestmark = pytest.mark.anyio

HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
async def hana_without_sessions(place: Place, hana: Browser) -> AsyncIterator[Browser]:
    """Yields Hana's browser while the table of sessions is missing."""
    await rename_table(place, "sessions", "gone")
    yield hana
    await rename_table(place, "gone", "sessions")


async def rename_table(place: Place, name: str, to: str) -> None:
    """Renames a table, so that statements on it fail."""
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql(f"ALTER TABLE {name} RENAME TO {to}")


@pytest.mark.parametrize("path", ["/profile", "/profile/edit", "/create", "/account"])
async def test_member_page_answers_503_instead_of_a_login_redirect(
    hana_without_sessions: Browser, path: str
) -> None:
    english = await hana_without_sessions.get(path, headers=HTML)
    japanese = await hana_without_sessions.get(f"/ja{path}", headers=HTML)

    assert [english.status_code, japanese.status_code] == [503, 503]
    assert english.headers["retry-after"]
    assert "no-store" in english.headers["cache-control"]
    assert '<html lang="en"' in english.text
    assert '<html lang="ja"' in japanese.text
    assert "noindex" in english.text
    assert "hana" not in english.text


async def test_public_page_is_rendered_as_for_a_visitor(hana_without_sessions: Browser) -> None:
    assert (await hana_without_sessions.get("/about", headers=HTML)).status_code == 200


async def test_visitor_without_cookie_is_redirected_to_the_login(
    hana_without_sessions: Browser, visitor: Browser
) -> None:
    assert hana_without_sessions.token
    assert (await visitor.get("/profile", headers=HTML)).status_code == 302


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/session"), ("GET", "/api/profiles/me"), ("DELETE", "/api/account")],
)
async def test_endpoint_answers_503_with_retry_after(
    hana_without_sessions: Browser, method: str, path: str
) -> None:
    answer = await hana_without_sessions.change(method, path)

    assert (answer.status_code, answer.json()["code"]) == (503, "app.unavailable")
    assert int(answer.headers["retry-after"]) > 0


async def test_sessions_survive_a_database_outage(place: Place, hana: Browser) -> None:
    await rename_table(place, "sessions", "gone")
    await hana.get("/profile", headers=HTML)
    await hana.get("/api/session")
    await rename_table(place, "gone", "sessions")

    assert (await hana.get("/profile", headers=HTML)).status_code == 200


async def test_sign_in_that_cannot_be_completed_ends_on_the_callback_page(
    place: Place, visitor: Browser
) -> None:
    await rename_table(place, "completed_sign_ins", "gone")
    back = await visitor.choose(await visitor.start_sign_in("?language=ja"), "development-hana")

    answer = await visitor.get(back, headers=HTML)

    assert answer.status_code == 302
    assert path_of(answer.headers["location"]) == "/ja/auth/callback"
    assert params_of(answer.headers["location"]) == {"error": "auth_callback_failed"}


@pytest.mark.databases("sqlite")
@pytest.mark.fault
async def test_change_answers_503_with_retry_after_while_the_database_is_locked(
    place: Place, hana: Browser
) -> None:
    async with place.engine.connect() as holding:
        await holding.exec_driver_sql("PRAGMA busy_timeout=0")
        await holding.exec_driver_sql("BEGIN EXCLUSIVE")

        answer = await hana.change("PUT", "/api/profiles/me/language", json={"language": "en"})

        await holding.exec_driver_sql("ROLLBACK")
    assert (answer.status_code, answer.json()["code"]) == (503, "app.unavailable")
    assert answer.headers["retry-after"]
    assert (await hana.read_session())["member"]["language"] == "ja"
