"""What the built browser code and the built worker hold, as the bundler itself tells it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.architecture.arrows import judge
from tests.architecture.house import PROJECT, expect_none

BUILD = PROJECT / "build"
FIRST_VIEW_BYTES = 120_000
# Pages with forms are larger, and nobody comes to them from a search.
WRITING_VIEW_BYTES = 120_000
WRITING = ("create", "postEdit")
# What the bundler writes for a module without contents.
EMPTY_MODULE_BYTES = 200
# Each further file costs a slow line a turn of its own.
FIRST_VIEW_FILES = 9
READING = ("home", "cultivars", "cultivar", "community", "post")

# The browser gets views of the catalogue, never its records, and nothing that only a build or a
# server can run.
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
# The worker is a pure function behind one socket: no files, no network of its own, no children.
NOT_FOR_THE_WORKER = ("*fs", "*http", "*https", "*child_process", "*dgram", "*dns", "tests/*")

Inputs = Mapping[str, Mapping[str, list[Mapping[str, object]]]]


@pytest.fixture(params=["client", "ssr"])
def inputs(request: pytest.FixtureRequest) -> Inputs:
    return read_inputs(request.param)


def read_inputs(bundle: str) -> Inputs:
    content: dict[str, Inputs] = json.loads((BUILD / "meta" / f"{bundle}.json").read_bytes())
    return content["inputs"]


def test_the_bundlers_own_graph_points_down(inputs: Inputs) -> None:
    expect_none(judge(arrows_of(inputs)))


def test_an_arrow_up_in_a_bundle_is_found() -> None:
    inputs: Inputs = {
        "client/ui/Button.tsx": {"imports": [{"path": "client/app/App.tsx"}]},
        "node_modules/react/index.js": {"imports": [{"path": "client/app/App.tsx"}]},
    }

    assert judge(arrows_of(inputs)) == [
        "client/ui/Button.tsx (ui) may not import client/app/App.tsx (app)"
    ]


def test_the_browser_gets_nothing_that_is_not_for_it() -> None:
    expect_none(forbidden(read_inputs("client"), NOT_FOR_BROWSERS))


def test_the_worker_can_reach_nothing_but_its_socket() -> None:
    expect_none(forbidden(read_inputs("ssr"), NOT_FOR_THE_WORKER))


def test_the_worker_holds_no_record_for_it_is_handed_the_one_that_it_shows() -> None:
    outputs = json.loads((BUILD / "meta" / "ssr.json").read_bytes())["outputs"]
    [inputs] = [one["inputs"] for name, one in outputs.items() if name.endswith(".js")]

    records = [file for file in inputs if fnmatch(file, "build/catalogue/cultivars/*")]

    assert records
    assert max(inputs[file]["bytesInOutput"] for file in records) < EMPTY_MODULE_BYTES


def test_what_does_not_belong_in_a_bundle_is_found() -> None:
    inputs: Inputs = {
        "client/app/App.tsx": {"imports": [{"path": "node:fs", "external": True}]},
        "shared/catalogue/cultivars.json": {"imports": []},
    }

    assert forbidden(inputs, NOT_FOR_BROWSERS) == ["node:fs", "shared/catalogue/cultivars.json"]
    assert forbidden(inputs, NOT_FOR_THE_WORKER) == ["node:fs"]


def test_the_first_view_of_every_page_stays_within_its_bytes() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())

    expect_none(too_heavy(manifest, BUILD / "client", FIRST_VIEW_BYTES, except_for=WRITING))


def test_the_first_view_of_writing_stays_within_its_own_bytes() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    readers = [page for page in manifest["preloads"] if page not in WRITING]

    expect_none(too_heavy(manifest, BUILD / "client", WRITING_VIEW_BYTES, except_for=readers))


def test_the_first_view_of_what_is_read_comes_in_few_files_none_of_them_empty() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    preloads = {page: manifest["preloads"][page] for page in READING}

    expect_none(too_scattered(manifest | {"preloads": preloads}, BUILD / "client"))


def test_the_stylesheet_begins_with_the_order_of_its_layers() -> None:
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    stylesheet = (BUILD / "client" / manifest["stylesheet"].lstrip("/")).read_text()

    # A layer that is used before this line would come before the base styles.
    assert stylesheet.startswith("@layer base,components,paper;")


def test_a_page_in_too_many_files_is_found(tmp_path: Path) -> None:
    (tmp_path / "full.js").write_text("export {}")
    (tmp_path / "empty.js").write_text("\n")
    preloads = {"home": {"en": [f"/{n}.js" for n in range(9)], "ja": ["/full.js", "/empty.js"]}}
    for n in range(9):
        (tmp_path / f"{n}.js").write_text("export {}")

    found = too_scattered({"entry": "/full.js", "preloads": preloads}, tmp_path)

    assert found == ["home in en: 10 files", "home in ja: /empty.js is empty"]


def test_a_page_with_too_many_bytes_is_found(tmp_path: Path) -> None:
    for name, size in {"entry": 60, "light": 30, "heavy": 31}.items():
        (tmp_path / f"{name}.js.br").write_bytes(b"x" * size)
    preloads = {"home": {"en": ["/light.js"], "ja": ["/heavy.js", "/entry.js"]}}

    found = too_heavy({"entry": "/entry.js", "preloads": preloads}, tmp_path, 90)

    assert found == ["home in ja: 91 bytes"]


def arrows_of(inputs: Inputs) -> Iterator[tuple[str, str]]:
    for source, facts in inputs.items():
        for one in facts["imports"]:
            target = str(one["path"])
            if is_own(source) and is_own(target):
                yield source, target


def is_own(path: str) -> bool:
    return path.startswith(("client/", "ssr/", "tests/"))


def forbidden(inputs: Inputs, patterns: Iterable[str]) -> list[str]:
    imported = {str(one["path"]) for facts in inputs.values() for one in facts["imports"]}
    held = {*inputs, *imported}
    return sorted(path for path in held if any(fnmatch(path, pattern) for pattern in patterns))


def too_heavy(
    manifest: dict[str, object], folder: Path, most: int, *, except_for: Iterable[str] = ()
) -> list[str]:
    """Pages whose scripts, compressed, come to more than that before anything can be pressed."""
    preloads = manifest["preloads"]
    assert isinstance(preloads, dict)
    complaints = []
    for page, languages in preloads.items():
        if page in except_for:
            continue
        for language, scripts in languages.items():
            files = {str(manifest["entry"]), *scripts}
            size = sum((folder / f"{file.lstrip('/')}.br").stat().st_size for file in files)
            if size > most:
                complaints.append(f"{page} in {language}: {size} bytes")
    return complaints


def too_scattered(manifest: dict[str, object], folder: Path) -> list[str]:
    """Pages whose scripts come in too many files, or in one that holds nothing."""
    preloads = manifest["preloads"]
    assert isinstance(preloads, dict)
    complaints = []
    for page, languages in preloads.items():
        for language, scripts in languages.items():
            files = {str(manifest["entry"]), *scripts}
            if len(files) > FIRST_VIEW_FILES:
                complaints.append(f"{page} in {language}: {len(files)} files")
            complaints += [
                f"{page} in {language}: {file} is empty"
                for file in sorted(files)
                if not (folder / file.lstrip("/")).read_text(encoding="utf-8").strip()
            ]
    return complaints
