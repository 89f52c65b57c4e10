"""What a first visit to each page brings over the wire, compressed with brotli."""

import json
import re
from collections.abc import Mapping

import msgspec

from tests.benchmarks.paths import ROOT
from tests.benchmarks.servers import Contender

BROTLI = {"accept-encoding": "br"}
LANGUAGES = {"en": "", "ja": "/ja"}
EXAMPLES = {"slug": "saemidori", "integer": "1"}
NO_SUCH_PAGE = "no-such-page"

SCRIPTS = r'<link rel="modulepreload" href="([^"]+)"|<script type="module" src="([^"]+)"'
STYLESHEETS = r'<link rel="stylesheet" href="([^"]+)"'
FONTS = r'<link rel="preload" href="([^"]+)" as="font"'
LATER_FONTS = r'url\("?([^")]+\.woff2)"?\)'


class Weight(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of one page in one language; a page that leads elsewhere weighs nothing."""

    route: str
    language: str
    status: int
    html: int = 0
    scripts: int = 0
    stylesheets: int = 0
    fonts: int = 0


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """All pages, and the fonts that a page asks for only when it holds one of their letters."""

    pages: list[Weight]
    later_fonts: dict[str, int]


def weigh(host: Contender) -> Weights:
    sizes: dict[str, int] = {}
    pages = [
        _weigh(host, route, prefix + path, sizes=sizes)
        for route, path in _paths().items()
        for prefix in LANGUAGES.values()
    ]
    first = host.ask("/").body.decode()
    sheet = host.ask(_found(STYLESHEETS, first)[0]).body.decode()
    fonts = {f"/assets/{name.removeprefix('./')}" for name in re.findall(LATER_FONTS, sheet)}
    later = sorted(fonts - set(_found(FONTS, first)))
    return Weights(pages=pages, later_fonts={name: _size(host, name, sizes) for name in later})


def paths_of(prefix: str) -> list[str]:
    """The address of every page in one language."""
    return [prefix + path for path in _paths().values()]


def _paths() -> Mapping[str, str]:
    table = json.loads((ROOT / "shared" / "routes.json").read_bytes())
    paths = {name: _path(route["path"], route["params"]) for name, route in table.items()}
    return {**paths, "notFound": f"/{NO_SUCH_PAGE}"}


def _path(pattern: str, params: Mapping[str, str]) -> str:
    for name, kind in params.items():
        pattern = pattern.replace(f"{{{name}}}", EXAMPLES[kind])
    return f"/{pattern}" if pattern else ""


def _weigh(host: Contender, route: str, path: str, *, sizes: dict[str, int]) -> Weight:
    language = "ja" if path.startswith("/ja") else "en"
    answer = host.ask(path or "/", BROTLI)
    if answer.status in {301, 302}:
        return Weight(route=route, language=language, status=answer.status)
    html = host.ask(path or "/").body.decode()

    def total(pattern: str) -> int:
        return sum(_size(host, name, sizes) for name in _found(pattern, html))

    return Weight(
        route=route,
        language=language,
        status=answer.status,
        html=len(answer.body),
        scripts=total(SCRIPTS),
        stylesheets=total(STYLESHEETS),
        fonts=total(FONTS),
    )


def _found(pattern: str, html: str) -> list[str]:
    """Addresses, each once."""
    matches = (match for match in re.finditer(pattern, html))
    return list(dict.fromkeys(next(filter(None, match.groups())) for match in matches))


def _size(host: Contender, address: str, sizes: dict[str, int]) -> int:
    if address not in sizes:
        answer = host.ask(address, BROTLI)
        assert answer.status == 200, address
        sizes[address] = len(answer.body)
    return sizes[address]
