"""Size of scripts, origin of assets, and security headers of pages."""

import base64
import hashlib
import re
from functools import cache

import httpx
import pytest

from tests.journeys.addresses import MISSING_PAGES, OPEN_PAGES, RoutePage
from tests.markup import Element, read
from tests.running_site import RunningSite

SCRIPT_BYTES_MOST = 120_000
# Elements whose address the browser opens only after a click.
ON_REQUEST = {"a", "form"}
ADDRESS_ATTRIBUTES = ("src", "href", "srcset", "poster", "data", "action", "formaction")
SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

every_page = pytest.mark.parametrize("route_page", [*OPEN_PAGES, *MISSING_PAGES], ids=str)


@cache
def response_to(visitor: httpx.Client, path: str) -> httpx.Response:
    return visitor.get(path)


@cache
def compressed(visitor: httpx.Client, path: str) -> httpx.Response:
    return visitor.get(path, headers={"accept-encoding": "br"})


@cache
def document_of(visitor: httpx.Client, route_page: RoutePage) -> Element:
    return read(response_to(visitor, route_page.path()).text)


def scripts_of(document: Element) -> list[str]:
    preloaded = [link.get("href") for link in document.all("link", rel="modulepreload")]
    return [*preloaded, document.the("script", type="module").get("src")]


def imported(text: str) -> set[str]:
    """Returns the paths of the modules that a script imports."""
    return {f"/assets/{name}" for name in re.findall(r'(?:from|import)\s*"\./([^"]+)"', text)}


@cache
def imports_of(visitor: httpx.Client, script: str) -> set[str]:
    return imported(response_to(visitor, script).text)


@every_page
def test_scripts_of_a_page_are_compressed_and_below_the_limit(
    visitor: httpx.Client, route_page: RoutePage
) -> None:
    scripts = scripts_of(document_of(visitor, route_page))

    answers = [compressed(visitor, script) for script in scripts]
    weights = [int(answer.headers["content-length"]) for answer in answers]
    assert {answer.headers["content-encoding"] for answer in answers} == {"br"}
    assert len(set(scripts)) == len(scripts)
    assert 20_000 < sum(weights) <= SCRIPT_BYTES_MOST


@every_page
def test_page_preloads_every_module_that_its_scripts_import(
    visitor: httpx.Client, route_page: RoutePage
) -> None:
    scripts = set(scripts_of(document_of(visitor, route_page)))

    needed = {path for script in scripts for path in imports_of(visitor, script)}
    assert needed
    assert needed - scripts == set()


@every_page
def test_page_loads_nothing_from_other_origins(
    visitor: httpx.Client, site: RunningSite, route_page: RoutePage
) -> None:
    document = document_of(visitor, route_page)

    addresses = [
        element.get(name)
        for element in document
        if element.tag not in ON_REQUEST and element.get("rel") not in {"canonical", "alternate"}
        for name in ADDRESS_ATTRIBUTES
        if name in element.attributes
    ]
    foreign = [a for a in addresses if not re.match(r"/(?!/)|#", a)]
    assert addresses
    assert foreign == []


@every_page
def test_scripts_styles_and_fonts_are_local_and_immutable(
    visitor: httpx.Client, route_page: RoutePage
) -> None:
    document = document_of(visitor, route_page)
    fonts = [link.get("href") for link in document.all("link", rel="preload")]
    sheets = [link.get("href") for link in document.all("link", rel="stylesheet")]

    for path in [*fonts, *sheets, *scripts_of(document)]:
        answer = response_to(visitor, path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    for sheet in sheets:
        named = re.findall(r"""url\(["']?([^"')]+)""", response_to(visitor, sheet).text)
        assert [url for url in named if not url.startswith(("/", "./", "data:"))] == []


@every_page
def test_page_has_security_headers_and_a_strict_csp(
    visitor: httpx.Client, route_page: RoutePage
) -> None:
    answer = response_to(visitor, route_page.path())

    policy = dict(
        (part.strip().partition(" ")[::2])
        for part in answer.headers["content-security-policy"].split(";")
    )
    inline = [s for s in document_of(visitor, route_page).all("script") if s.attributes == {}]
    hashes = {f"'sha256-{_digest(script.source)}'" for script in inline}
    expected = SECURITY_HEADERS | (
        {"referrer-policy": "no-referrer"} if route_page.route == "authCallback" else {}
    )
    assert {name: answer.headers.get(name) for name in expected} == expected
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert set(policy["script-src"].split()) == {"'self'", *hashes}
    assert not [value for value in policy.values() if "*" in value or "http" in value]
    assert "server" not in answer.headers
    assert "set-cookie" not in answer.headers


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@pytest.mark.parametrize(
    "path",
    ["/favicon.svg", "/images/card-en.jpg", "/robots.txt", "/sitemap.xml", "/nothing.css",
     "/api/operator", "/health/live", "/%00", "/cultivars/benifuuki"],
)  # fmt: skip
def test_every_kind_of_response_has_security_headers(visitor: httpx.Client, path: str) -> None:
    answer = visitor.get(path)

    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("coding", ["br", "gzip", "identity"])
def test_page_uses_the_requested_content_encoding(visitor: httpx.Client, coding: str) -> None:
    plain = visitor.get("/cultivars/saemidori", headers={"accept-encoding": "identity"})

    answer = visitor.get("/cultivars/saemidori", headers={"accept-encoding": coding})

    without_time = re.compile(r'"now":"[^"]+"')
    assert answer.headers.get("content-encoding", "identity") == coding
    assert without_time.sub("", answer.text) == without_time.sub("", plain.text)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_icons_and_manifest_return_200(visitor: httpx.Client, language: str) -> None:
    document = document_of(visitor, next(p for p in OPEN_PAGES if p == ("home", language)))

    icons = [link.get("href") for link in document.all("link") if "icon" in link.get("rel")]
    manifest = visitor.get(document.the("link", rel="manifest").get("href")).json()
    # Programs that do not read the HTML ask for /favicon.ico.
    for path in ["/favicon.ico", *icons, *(icon["src"] for icon in manifest["icons"])]:
        assert visitor.get(path).status_code == 200
    assert manifest["lang"] == language
    assert visitor.get(manifest["start_url"]).status_code == 200
