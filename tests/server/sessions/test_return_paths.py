"""No sign-in ends anywhere but on a page of ours."""

import pytest

from server.sessions.rules import device_of, provider_text, return_path


@pytest.mark.parametrize(
    "path",
    [
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
    ],
)
def test_what_leads_elsewhere_leads_home(path: str) -> None:
    assert return_path(path) == "/"


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
def test_a_page_of_ours_is_returned_to(path: str) -> None:
    assert return_path(path) == path


def test_nothing_leads_home() -> None:
    assert return_path(None) == "/"


def test_a_providers_text_is_plain() -> None:
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
def test_a_device_is_told_by_its_own_names(user_agent: str, device: str) -> None:
    assert device_of(user_agent) == device
