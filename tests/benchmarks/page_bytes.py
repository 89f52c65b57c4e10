"""Bytes that a first visit to each page transfers, compressed with brotli."""

import json
import re
from collections.abc import Mapping

import msgspec

from tests.benchmarks.paths import ROOT
from tests.benchmarks.servers import Server

BROTLI = {"accept-encoding": "br"}
LANGUAGES = {"en": "", "ja": "/ja"}
EXAMPLES = {"slug": "saemidori", "integer": "1"}
UNKNOWN_PATH = "no-such-page"

SCRIPTS = r'<link rel="modulepreload" href="([^"]+)"|<script type="module" src="([^"]+)"'
STYLESHEETS = r'<link rel="stylesheet" href="([^"]+)"'
FONTS = r'<link rel="preload" href="([^"]+)" as="font"'
LATER_FONTS = r'url\("?([^")]+\.woff2)"?\)'


class PageBytes(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of one page in one language; all 0 for a redirect."""

    route: str
    language: str
    status: int
    html: int = 0
    scripts: int = 0
    stylesheets: int = 0
    fonts: int = 0


class SiteBytes(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of all pages, and of fonts that only pages with one of their characters load."""

    pages: list[PageBytes]
    later_fonts: dict[str, int]


def measure_bytes(host: Server) -> SiteBytes:
    sizes: dict[str, int] = {}
    pages = [
        _measure_page(host, route, prefix + path, sizes=sizes)
        for route, path in _paths().items()
        for prefix in LANGUAGES.values()
    ]
    first = host.get("/").body.decode()
    sheet = host.get(_addresses_in(STYLESHEETS, first)[0]).body.decode()
    fonts = {f"/assets/{name.removeprefix('./')}" for name in re.findall(LATER_FONTS, sheet)}
    later = sorted(fonts - set(_addresses_in(FONTS, first)))
    return SiteBytes(pages=pages, later_fonts={name: _size(host, name, sizes) for name in later})


def paths_of(prefix: str) -> list[str]:
    """Returns the path of every page in one language."""
    return [prefix + path for path in _paths().values()]


def _paths() -> Mapping[str, str]:
    table = json.loads((ROOT / "shared" / "routes.json").read_bytes())
    paths = {name: _path(route["path"], route["params"]) for name, route in table.items()}
    return {**paths, "notFound": f"/{UNKNOWN_PATH}"}


def _path(pattern: str, params: Mapping[str, str]) -> str:
    for name, kind in params.items():
        pattern = pattern.replace(f"{{{name}}}", EXAMPLES[kind])
    return f"/{pattern}" if pattern else ""


def _measure_page(host: Server, route: str, path: str, *, sizes: dict[str, int]) -> PageBytes:
    language = "ja" if path.startswith("/ja") else "en"
    response = host.get(path or "/", BROTLI)
    if response.status in {301, 302}:
        return PageBytes(route=route, language=language, status=response.status)
    html = host.get(path or "/").body.decode()

    def total(pattern: str) -> int:
        return sum(_size(host, name, sizes) for name in _addresses_in(pattern, html))

    return PageBytes(
        route=route,
        language=language,
        status=response.status,
        html=len(response.body),
        scripts=total(SCRIPTS),
        stylesheets=total(STYLESHEETS),
        fonts=total(FONTS),
    )


def _addresses_in(pattern: str, html: str) -> list[str]:
    """Returns the addresses that match, without duplicates."""
    matches = (match for match in re.finditer(pattern, html))
    return list(dict.fromkeys(next(filter(None, match.groups())) for match in matches))


def _size(host: Server, address: str, sizes: dict[str, int]) -> int:
    if address not in sizes:
        response = host.get(address, BROTLI)
        assert response.status == 200, address
        sizes[address] = len(response.body)
    return sizes[address]
