"""Messages of the provider on the callback page: only those with a seal are shown."""

from urllib.parse import quote

import pytest

from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio

PAGES = ("/auth/callback", "/ja/auth/callback")
MESSAGE = "Your account is locked, call 0120-000-000"
UNSEALED_QUERY = f"?error=server_error&error_description={quote(MESSAGE)}"


async def refused_sign_in(browser: Browser, words: str = MESSAGE) -> str:
    """Starts a sign-in that the provider refuses with a message; returns the callback page."""
    state = params_of(await browser.start_sign_in())["state"]
    fields = {"state": state, "error": "server_error", "error_description": words}
    answer = await browser.get("/api/auth/google/callback", params=fields)
    location: str = answer.headers["location"]
    return location


@pytest.mark.parametrize("page", PAGES)
async def test_link_without_seal_is_redirected_without_its_message(
    visitor: Browser, page: str
) -> None:
    answer = await visitor.get(page + UNSEALED_QUERY)

    assert answer.status_code == 302
    assert answer.headers["location"] == f"{page}?error=server_error"
    assert "no-store" in answer.headers["cache-control"]
    assert (await visitor.get(answer.headers["location"])).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        f"?error_description={quote(MESSAGE)}",
        f"?error=x&error_description={quote(MESSAGE)}&error_description=y",
        f"?error=x&%65rror_description={quote(MESSAGE)}",
        f"?error=x&error%5Fdescription={quote(MESSAGE)}",
        f"?signed_in=1&error_description={quote(MESSAGE)}",
        "?error=x&error_description=",
        "?" + "&".join(f"a{n}=1" for n in range(60)) + "&error=x&error_description=y",
    ],
)
async def test_query_in_any_spelling_is_redirected_without_its_message(
    visitor: Browser, query: str
) -> None:
    answer = await visitor.get(f"/auth/callback{query}")

    assert answer.status_code == 302
    assert "description" not in answer.headers["location"]
    assert (await visitor.get(answer.headers["location"])).status_code == 200


@pytest.mark.parametrize("path", ["/Auth/Callback", "/auth/callback/", "/auth//callback"])
async def test_page_path_in_any_spelling_drops_the_message(visitor: Browser, path: str) -> None:
    answer = await visitor.http.get(path + UNSEALED_QUERY, follow_redirects=True)

    assert "description" not in str(answer.url)


async def test_provider_message_is_shown_to_the_browser_of_the_sign_in(
    visitor: Browser,
) -> None:
    location = await refused_sign_in(visitor)

    assert params_of(location) == {"error": "server_error", "error_description": MESSAGE}
    assert (await visitor.get(location)).status_code == 200


async def test_provider_message_expires_after_a_minute(place: Place, visitor: Browser) -> None:
    location = await refused_sign_in(visitor)
    cookie = visitor.pending
    place.moment.advance(seconds=59)
    assert (await visitor.get(location)).status_code == 200
    place.moment.advance(seconds=1)
    for name, value in cookie.items():
        visitor.http.cookies.set(name, value, domain="tea.example", path="/")

    assert (await visitor.get(location)).status_code == 302


async def test_provider_message_of_another_browser_is_not_shown(
    place: Place, visitor: Browser
) -> None:
    async with place.browser() as stranger:
        location = await refused_sign_in(stranger)
        await refused_sign_in(visitor, "Another message")

        assert (await visitor.get(location)).status_code == 302
        assert (await stranger.get(location)).status_code == 200


@pytest.mark.parametrize("changed", ["call 0120-111-111", ""])
async def test_changed_provider_message_is_not_shown(visitor: Browser, changed: str) -> None:
    location = await refused_sign_in(visitor)
    forged = location.split("error_description=")[0] + f"error_description={quote(changed)}"

    assert (await visitor.get(forged)).status_code == 302


async def test_message_with_a_tampered_or_foreign_seal_is_not_shown(visitor: Browser) -> None:
    location = await refused_sign_in(visitor)
    ((name, seal),) = visitor.pending.items()
    await visitor.start_sign_in()
    (other,) = (value for key, value in visitor.pending.items() if key != name)

    for value in (seal[:-2] + ("AA" if seal[-2:] != "AA" else "BB"), other, ""):
        answer = await visitor.http.get(location, headers={"cookie": f"{name}={value}"})
        assert answer.status_code == 302


async def test_message_of_the_host_is_sealed_and_shown(place: Place, visitor: Browser) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE profiles RENAME TO gone")

    location = (await visitor.get(back)).headers["location"]

    assert params_of(location)["error_description"] == "Database error saving new user"
    assert (await visitor.get(location)).status_code == 200


async def test_callback_page_without_message_is_not_redirected(visitor: Browser) -> None:
    for query in ("", "?signed_in=1", "?error=access_denied", "?signed_in=1&return=%2Fprofile"):
        assert (await visitor.get(f"/auth/callback{query}")).status_code == 200
