"""Language of a new profile: the stored choice, else the browser's, else the login page's."""

import pytest

from server.accounts.sessions.first_language import language_of_new_member
from server.contracts.routes import Language
from tests.server.members import Browser


@pytest.mark.parametrize(
    ("cookie", "accepted", "page", "expected"),
    [
        ("en", "ja", "ja", "en"),
        ("ja", "en-US,en;q=0.9", "en", "ja"),
        ("fr", "en-US", "ja", "en"),
        ("", "ja-JP,ja;q=0.9,en;q=0.8", "en", "ja"),
        ("", "fr, en;q=0.5, ja;q=0.7", "en", "ja"),
        ("", "en;q=0, ja;q=0.1", "en", "ja"),
        ("", "EN-gb;q=1.0", "ja", "en"),
        ("", "ja;q=x, *", "en", "en"),
        ("", "fr-FR", "ja", "ja"),
        ("", "", "en", "en"),
        ("", "", None, None),
    ],
)
def test_stored_choice_precedes_browser_and_page(
    cookie: str, accepted: str, page: Language | None, expected: Language | None
) -> None:
    cookies = {"language": cookie} if cookie else {}

    assert language_of_new_member(cookies, {"accept-language": accepted}, page=page) == expected


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("choice", "accepted", "expected"), [("", "ja-JP", "ja"), ("en", "ja-JP", "en")]
)
async def test_first_profile_has_the_language_of_the_browser_or_the_stored_choice(
    visitor: Browser, choice: str, accepted: str, expected: str
) -> None:
    visitor.http.headers["accept-language"] = accepted
    if choice:
        visitor.http.cookies.set("language", choice)

    await visitor.sign_in(
        "development-alex", "?language=en" if expected == "ja" else "?language=ja"
    )

    assert (await visitor.get("/api/profiles/me")).json()["language"] == expected


@pytest.mark.anyio
async def test_callback_of_an_unknown_sign_in_leads_to_a_page_in_the_language_of_the_browser(
    visitor: Browser,
) -> None:
    visitor.http.headers["accept-language"] = "ja,en;q=0.5"

    answer = await visitor.get("/api/auth/google/callback?state=x&code=y")

    assert answer.headers["location"] == "/ja/auth/callback?error=auth_callback_failed"
