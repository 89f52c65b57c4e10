"""Return paths of a sign-in: only those of the site are followed."""

from urllib.parse import quote

import pytest

from server.accounts.sessions.rules import device_of, provider_text, return_path
from tests.server.members import Browser, Place, params_of

UNSAFE = [
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "evil.example",
    "",
    " /profile",
    "/profile ",
    "/%2fevil.example",
    "/%2Fevil.example",
    "/%5cevil.example",
    "/%252fevil.example",
    "/%255cevil.example",
    "/%09/evil.example",
    "/%0d%0aset-cookie:a=b",
    "/%00",
    "/ja//evil.example",
    "/ja///evil.example/x",
    "/cultivars//evil.example",
    "/../evil",
    "/a/%2e%2e/b",
    "/./b",
    "/login",
    "/login?return=/login",
    "/ja/login",
    "/LOGIN",
    "/auth/callback",
    "/ja/auth/callback?error=x",
    "/api/session",
    "/dev/oidc/authorize",
    "/media/avatar-url/x/avatar.jpg",
    "/" + "x" * 3000,
    "/" + "茶" * 1000,
]


@pytest.mark.parametrize("path", UNSAFE)
def test_unsafe_return_path_is_replaced_by_the_home_page(path: str) -> None:
    assert return_path(path) == "/"


@pytest.mark.anyio
async def test_sign_in_ignores_an_unsafe_return_path(place: Place) -> None:
    """Passes each path to a sign-in, under every common parameter name."""
    names = ("return", "next", "redirect", "url")
    for number, path in enumerate(UNSAFE):
        query = "&".join(f"{name}={quote(path, safe='')}" for name in names)
        async with place.browser(f"198.51.100.{number}") as browser:
            answer = await browser.sign_in("development-hana", f"?{query}")

        assert answer.headers["location"] == "/auth/callback?signed_in=1&welcome=1", path
        assert params_of(answer.headers["location"]) == {"signed_in": "1", "welcome": "1"}


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/profile/edit",
        "/ja/cultivars?search=%E8%8C%B6&page=2",
        "/cultivars?search=oku%20midori",
        "/cultivars?search=a//b",
        "/community?return=https://x.example#comments",
        "/loginess",
    ],
)
def test_return_path_of_the_site_is_kept(path: str) -> None:
    assert return_path(path) == path


@pytest.mark.parametrize(
    ("path", "encoded"),
    [
        ("/ja/search?q=茶", "/ja/search?q=%E8%8C%B6"),
        ("/ja/search?q=é&x=%20#茶", "/ja/search?q=%C3%A9&x=%20#%E8%8C%B6"),
        ("/ja/search?q=\u3000", "/ja/search?q=%E3%80%80"),
        ("/?q=\ud800", "/?q=?"),
        ("/a\x85b", "/"),
        ("/／evil.example/茶", "/%EF%BC%8Fevil.example/%E8%8C%B6"),
    ],
)
def test_letters_of_a_return_path_are_percent_encoded(path: str, encoded: str) -> None:
    assert return_path(path) == encoded


@pytest.mark.anyio
@pytest.mark.parametrize("form", ["/api/profiles/me/welcome", "/api/account/notice/form"])
@pytest.mark.parametrize("query", ["q=茶", "q=é"])
async def test_form_leads_back_to_a_path_with_letters_outside_ascii(
    hana: Browser, form: str, query: str
) -> None:
    answers = {"display_name": "Hana", "language": "ja", "answer": "confirm"}
    fields = {"member": hana.member_id, "back": f"/ja/search?{query}", **answers}

    answer = await hana.change("POST", form, data=fields)

    address = f"/ja/search?{quote(query, safe='=')}"
    assert (answer.status_code, answer.headers["location"]) == (303, address)


def test_missing_return_path_is_the_home_page() -> None:
    assert return_path(None) == "/"


def test_provider_text_is_stripped_of_control_characters() -> None:
    assert provider_text("a\u202eb\x07\n c\ud800") == "ab c"


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        ("Mozilla/5.0 (iPhone) AppleWebKit Version/19 Safari/605", "Safari · iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/156 Safari/537 Edg/156", "Edge · Windows"),
        ("Mozilla/5.0 (Android 16; Mobile) Firefox/150", "Firefox · Android"),
        ("curl/8", ""),
        ("", ""),
    ],
)
def test_device_is_named_by_browser_and_system(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
