"""Contents and sizes of the bundles of browser and worker, read from the bundler's metafiles."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.architecture.import_rules import layer_violations
from tests.architecture.source_tree import PROJECT, expect_none

BUILD = PROJECT / "build"
FIRST_VIEW_BYTES = 120_000
# Pages to write posts, which search engines do not list.
WRITING_VIEW_BYTES = 120_000
WRITING = ("create", "postEdit")
# Bytes of the feed's scripts before reports, replies, follows and notifications were added, and the
# bytes that these may add.
FEED_BYTES_BEFORE = {"en": 116_392, "ja": 117_035}
FEED_GROWTH_BYTES = 2_048
# The browser renders nothing until it has the page's style sheet.
STYLE_BYTES_MOST = 12_000
# Each further file costs another round trip on a slow connection.
FIRST_VIEW_FILES = 9
READING = ("home", "cultivars", "cultivar", "community", "post")

# Files that must not be in the browser's bundle: records of the catalogue (it gets views instead),
# and code that only a build or a server can run.
NOT_FOR_BROWSERS = (
    "shared/catalogue/*",
    "build/catalogue/en.json",
    "build/catalogue/ja.json",
    "build/catalogue/diagrams.json",
    "client/cultivars/catalogue/records.ts",
    "client/cultivars/catalogue/views.ts",
    "client/cultivars/catalogue/write*",
    "ssr/*",
    "tests/*",
    "node_modules/d3-dag/*",
    "node_modules/react-dom/*server*",
    "node:*",
)
# Modules that must not be in the worker's bundle: it has no access to files, network and processes.
NOT_FOR_THE_WORKER = ("*fs", "*http", "*https", "*child_process", "*dgram", "*dns", "tests/*")

Inputs = Mapping[str, Mapping[str, list[Mapping[str, object]]]]


@pytest.fixture(params=["client", "ssr"])
def inputs(request: pytest.FixtureRequest) -> Inputs:
    return read_inputs(request.param)


def read_inputs(bundle: str) -> Inputs:
    content: dict[str, Inputs] = json.loads((BUILD / "meta" / f"{bundle}.json").read_bytes())
    return content["inputs"]


def test_import_graph_of_the_bundles_points_to_lower_layers(inputs: Inputs) -> None:
    expect_none(layer_violations(imports_between_own_files(inputs)))


def test_import_of_a_higher_layer_in_a_bundle_is_detected() -> None:
    inputs: Inputs = {
        "client/ui/Button.tsx": {"imports": [{"path": "client/app/App.tsx"}]},
        "node_modules/react/index.js": {"imports": [{"path": "client/app/App.tsx"}]},
    }

    assert layer_violations(imports_between_own_files(inputs)) == [
        "client/ui/Button.tsx (ui) may not import client/app/App.tsx (app)"
    ]


def test_browser_bundle_contains_no_forbidden_file() -> None:
    expect_none(forbidden(read_inputs("client"), NOT_FOR_BROWSERS))


def test_browser_bundle_contains_no_debug_message_of_the_translator() -> None:
    scripts = (BUILD / "client" / "assets").glob("*.js")

    expect_none(file.name for file in scripts if "init: no languageDetector" in file.read_text())


@pytest.mark.parametrize("module", ["react", "react/jsx-runtime"])
def test_one_script_wraps_a_module_of_react_for_all(module: str) -> None:
    outputs = json.loads((BUILD / "meta" / "client.json").read_bytes())["outputs"]
    wrapping = [
        file for file, output in outputs.items() if f"shared React:{module}" in output["inputs"]
    ]

    assert len(wrapping) == 1


def test_worker_bundle_imports_no_file_or_network_module() -> None:
    expect_none(forbidden(read_inputs("ssr"), NOT_FOR_THE_WORKER))


def test_worker_bundle_contains_no_catalogue_records() -> None:
    outputs = json.loads((BUILD / "meta" / "ssr.json").read_bytes())["outputs"]
    [inputs] = [one["inputs"] for name, one in outputs.items() if name.endswith(".js")]

    assert [file for file in inputs if fnmatch(file, "build/catalogue/cultivars/*")] == []


def test_forbidden_file_in_a_bundle_is_detected() -> None:
    inputs: Inputs = {
        "client/app/App.tsx": {"imports": [{"path": "node:fs", "external": True}]},
        "shared/catalogue/cultivars.json": {"imports": []},
    }

    assert forbidden(inputs, NOT_FOR_BROWSERS) == ["node:fs", "shared/catalogue/cultivars.json"]
    assert forbidden(inputs, NOT_FOR_THE_WORKER) == ["node:fs"]


def test_first_view_of_reading_pages_is_within_its_size_limit() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())

    expect_none(pages_above_size(manifest, BUILD / "client", FIRST_VIEW_BYTES, except_for=WRITING))


def test_first_view_of_writing_pages_is_within_its_size_limit() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    other_pages = [page for page in manifest["preloads"] if page not in WRITING]

    expect_none(
        pages_above_size(manifest, BUILD / "client", WRITING_VIEW_BYTES, except_for=other_pages)
    )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_first_view_of_the_feed_grows_little_by_actions_of_members(language: str) -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    feed = {"community": {language: manifest["preloads"]["community"][language]}}
    most = FEED_BYTES_BEFORE[language] + FEED_GROWTH_BYTES

    expect_none(pages_above_size(manifest | {"preloads": feed}, BUILD / "client", most))


def test_first_view_of_reading_pages_is_few_and_non_empty_files() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    preloads = {page: manifest["preloads"][page] for page in READING}

    expect_none(
        pages_with_too_many_or_empty_files(manifest | {"preloads": preloads}, BUILD / "client")
    )


def test_style_sheets_begin_with_their_layer_order() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    sheets = {manifest["stylesheet"], *manifest["stylesheets"].values()}
    texts = {sheet: (BUILD / "client" / sheet.lstrip("/")).read_text() for sheet in sheets}

    # A layer that is used before this line would come before the base styles.
    assert all(text.startswith("@layer base,components,paper;") for text in texts.values())


def test_every_page_has_a_small_style_sheet() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    sizes = {
        page: (BUILD / "client" / f"{sheet.lstrip('/')}.br").stat().st_size
        for page, sheet in manifest["stylesheets"].items()
    }

    assert sizes.keys() == manifest["preloads"].keys()
    expect_none(page for page, size in sizes.items() if size > STYLE_BYTES_MOST)


def test_page_with_too_many_or_empty_files_is_detected(tmp_path: Path) -> None:
    (tmp_path / "full.js").write_text("export {}")
    (tmp_path / "empty.js").write_text("\n")
    preloads = {"home": {"en": [f"/{n}.js" for n in range(9)], "ja": ["/full.js", "/empty.js"]}}
    for n in range(9):
        (tmp_path / f"{n}.js").write_text("export {}")

    found = pages_with_too_many_or_empty_files(
        {"entry": "/full.js", "preloads": preloads}, tmp_path
    )

    assert found == ["home in en: 10 files", "home in ja: /empty.js is empty"]


def test_page_above_the_size_limit_is_detected(tmp_path: Path) -> None:
    for name, size in {"entry": 60, "light": 30, "heavy": 31}.items():
        (tmp_path / f"{name}.js.br").write_bytes(b"x" * size)
    preloads = {"home": {"en": ["/light.js"], "ja": ["/heavy.js", "/entry.js"]}}

    found = pages_above_size({"entry": "/entry.js", "preloads": preloads}, tmp_path, 90)

    assert found == ["home in ja: 91 bytes"]


def imports_between_own_files(inputs: Inputs) -> Iterator[tuple[str, str]]:
    for source, facts in inputs.items():
        for one in facts["imports"]:
            target = str(one["path"])
            if is_own(source) and is_own(target):
                yield source, target


def is_own(path: str) -> bool:
    return path.startswith(("client/", "ssr/", "tests/"))


def forbidden(inputs: Inputs, patterns: Iterable[str]) -> list[str]:
    imported = {str(one["path"]) for facts in inputs.values() for one in facts["imports"]}
    paths = {*inputs, *imported}
    return sorted(path for path in paths if any(fnmatch(path, pattern) for pattern in patterns))


def pages_above_size(
    manifest: dict[str, object], folder: Path, most: int, *, except_for: Iterable[str] = ()
) -> list[str]:
    """Returns the pages whose compressed scripts are larger than `most` bytes together."""
    preloads = manifest["preloads"]
    assert isinstance(preloads, dict)
    violations = []
    for page, languages in preloads.items():
        if page in except_for:
            continue
        for language, scripts in languages.items():
            files = {str(manifest["entry"]), *scripts}
            size = sum((folder / f"{file.lstrip('/')}.br").stat().st_size for file in files)
            if size > most:
                violations.append(f"{page} in {language}: {size} bytes")
    return violations


def pages_with_too_many_or_empty_files(manifest: dict[str, object], folder: Path) -> list[str]:
    """Returns the pages that load too many scripts, or an empty one."""
    preloads = manifest["preloads"]
    assert isinstance(preloads, dict)
    violations = []
    for page, languages in preloads.items():
        for language, scripts in languages.items():
            files = {str(manifest["entry"]), *scripts}
            if len(files) > FIRST_VIEW_FILES:
                violations.append(f"{page} in {language}: {len(files)} files")
            violations += [
                f"{page} in {language}: {file} is empty"
                for file in sorted(files)
                if not (folder / file.lstrip("/")).read_text(encoding="utf-8").strip()
            ]
    return violations
