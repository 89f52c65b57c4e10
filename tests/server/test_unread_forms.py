"""Forms with a too large or invalid body: a browser is led to a page that names the reason."""

from urllib.parse import urlencode

import httpx
import pytest

from server.api import BODY_BYTES_MOST
from server.contracts.limits import LIMITS
from server.contracts.locales import text
from tests.conftest import ORIGIN
from tests.server.members import Browser, Place, params_of, path_of
from tests.server.roles import FORMS, Role, browser_of

pytestmark = pytest.mark.anyio

HEADERS = {
    "sec-fetch-site": "same-origin",
    "origin": ORIGIN,
    "content-type": "application/x-www-form-urlencoded",
}
TOO_LARGE = b"words=" + b"a" * 100_000
HIDDEN = "/api/account/hidden/form"
# All but the path that mail programs call, which has no form.
PATHS = [name.split()[1].replace("{id}", "7") for name in FORMS if not name.endswith("/end")]
# A field of another type, or none at all.
INVALID = (b"", b"entry_id=x&show=1&show=2")


async def send(browser: Browser, path: str, body: bytes, accept: str) -> httpx.Response:
    return await browser.http.post(
        f"{path}?language=ja", content=body, headers={**HEADERS, "accept": accept}
    )


@pytest.mark.parametrize("role", ["visitor", "suspended", "administrator"])
@pytest.mark.parametrize("body", [TOO_LARGE, *INVALID], ids=["large", "empty", "invalid"])
async def test_browser_gets_a_page_and_no_problem_document_for_an_unreadable_form(
    place: Place, hana: Browser, role: Role, body: bytes
) -> None:
    async with browser_of(place, role, author=hana) as browser:
        for path in PATHS:
            location = (await send(browser, path, body, "text/html")).headers.get("location", "")
            page = await browser.get(location or "/")
            assert location.startswith("/ja/"), path
            assert page.headers["content-type"].startswith("text/html"), path


@pytest.mark.parametrize(
    ("path", "page", "reason"),
    [
        (HIDDEN, "/ja/account", {"hidden": "tooLarge"}),
        ("/api/account/collections/form", "/ja/profile", {"collections": "tooLarge"}),
        ("/api/account/notice/form", "/ja/login", {"error": "form_refused"}),
        ("/api/reports/form", "/ja/report", {"error": "tooLarge"}),
        ("/api/letters/end/form", "/ja/letter/end", {"error": "tooLarge"}),
        ("/api/suspension/removal/form", "/ja/suspended", {"error": "tooLarge"}),
    ],
)
async def test_page_of_a_form_that_is_too_large_names_the_reason(
    hana: Browser, path: str, page: str, reason: dict[str, str]
) -> None:
    location = (await send(hana, path, TOO_LARGE, "text/html")).headers["location"]

    assert path_of(location) == page
    assert reason.items() <= params_of(location).items()


async def test_invalid_form_leads_back_with_its_texts(hana: Browser) -> None:
    answer = await send(hana, HIDDEN, urlencode({"words": "玉露"}).encode(), "text/html")

    expected = {"hidden": "unreadable", "words": "玉露"}
    assert params_of(answer.headers["location"]) == expected


@pytest.mark.parametrize(
    ("body", "status"), [(TOO_LARGE, 413), (b"show=1&show=2", 400)], ids=["large", "invalid"]
)
async def test_other_clients_get_a_problem_document(
    hana: Browser, body: bytes, status: int
) -> None:
    answer = await send(hana, HIDDEN, body, "application/json")

    assert (answer.status_code, answer.json()["status"]) == (status, status)


@pytest.mark.parametrize("sign", ["か\u3099", "\u1112\u1161\u11ab", "🍵", "茶"])
async def test_longest_muted_words_are_saved(hana: Browser, sign: str) -> None:
    words = [
        sign * (LIMITS.muted_word_characters - 2) + f"{number:02}"
        for number in range(LIMITS.muted_words)
    ]
    fields = {"member": hana.member_id, "words": "\r\n".join(words)}

    answer = await hana.http.post(
        f"{HIDDEN}?language=ja", data=fields, headers={**HEADERS, "accept": "text/html"}
    )

    assert answer.headers["location"] == "/ja/account?hidden=saved#hidden"
    assert len((await hana.get("/api/account/hidden")).json()["words"]) == LIMITS.muted_words


def test_reasons_have_messages_in_both_languages() -> None:
    for key in ("forms.tooLarge", "forms.unreadable", "login.errors.form_refused"):
        assert text("ja", key) != text("en", key)
    assert len(TOO_LARGE) > BODY_BYTES_MOST
