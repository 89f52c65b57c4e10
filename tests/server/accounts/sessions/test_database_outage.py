"""Responses to members and visitors while sessions cannot be read."""

from collections.abc import AsyncIterator

import pytest

from tests.server.members import Browser, Place, params_of, path_of

pytestmark = pytest.mark.anyio

PERSON = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
async def away(place: Place, hana: Browser) -> AsyncIterator[Browser]:
    """Hana's browser, while the table of sessions is missing."""
    await rename(place, "sessions", "gone")
    yield hana
    await rename(place, "gone", "sessions")


async def rename(place: Place, name: str, to: str) -> None:
    """Renames a table, so that statements on it fail."""
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql(f"ALTER TABLE {name} RENAME TO {to}")


@pytest.mark.parametrize("path", ["/profile", "/profile/edit", "/create", "/account"])
async def test_member_page_answers_503_instead_of_a_login_redirect(
    away: Browser, path: str
) -> None:
    english = await away.get(path, headers=PERSON)
    japanese = await away.get(f"/ja{path}", headers=PERSON)

    assert [english.status_code, japanese.status_code] == [503, 503]
    assert english.headers["retry-after"]
    assert "no-store" in english.headers["cache-control"]
    assert '<html lang="en"' in english.text
    assert '<html lang="ja"' in japanese.text
    assert "noindex" in english.text
    assert "hana" not in english.text


async def test_public_page_is_rendered_as_for_a_visitor(away: Browser) -> None:
    assert (await away.get("/about", headers=PERSON)).status_code == 200


async def test_visitor_without_cookie_is_redirected_to_the_login(
    away: Browser, visitor: Browser
) -> None:
    assert away.token
    assert (await visitor.get("/profile", headers=PERSON)).status_code == 302


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/session"), ("GET", "/api/profiles/me"), ("DELETE", "/api/account")],
)
async def test_endpoint_answers_503_with_retry_after(away: Browser, method: str, path: str) -> None:
    answer = await away.change(method, path)

    assert (answer.status_code, answer.json()["code"]) == (503, "app.unavailable")
    assert int(answer.headers["retry-after"]) > 0


async def test_sessions_survive_a_database_outage(place: Place, hana: Browser) -> None:
    await rename(place, "sessions", "gone")
    await hana.get("/profile", headers=PERSON)
    await hana.get("/api/session")
    await rename(place, "gone", "sessions")

    assert (await hana.get("/profile", headers=PERSON)).status_code == 200


async def test_sign_in_that_cannot_be_completed_ends_on_the_callback_page(
    place: Place, visitor: Browser
) -> None:
    await rename(place, "completed_sign_ins", "gone")
    back = await visitor.choose(await visitor.start_sign_in("?language=ja"), "development-hana")

    answer = await visitor.get(back, headers=PERSON)

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
