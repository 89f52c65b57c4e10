"""Size of the scripts of maps, charts and graphs, including those that load later."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.source_tree import PROJECT

BUILD = PROJECT / "build"
MOST_BYTES = 25_000

Outputs = Mapping[str, Mapping[str, Any]]

# Entry files of each drawing: its page, and the server part with the drawing.
DRAWINGS = {
    "map": ("client/explore/OverviewPage.tsx", "client/explore/map/MapPart.tsx"),
    "prefecture": ("client/explore/OverviewPage.tsx", "client/explore/map/PrefecturePart.tsx"),
    "calendar": ("client/explore/OverviewPage.tsx", "client/explore/calendar/CalendarPart.tsx"),
    "timeline": ("client/explore/OverviewPage.tsx", "client/explore/overview/TimelinePart.tsx"),
    "lineage": ("client/explore/LineagePage.tsx",),
    "relation": ("client/explore/RelationPage.tsx",),
    "pedigree": ("client/explore/PedigreePage.tsx", "client/explore/pedigree/PedigreePart.tsx"),
}


def outputs_of_the_build() -> Outputs:
    content: dict[str, Outputs] = json.loads((BUILD / "meta" / "client.json").read_bytes())
    return content["outputs"]


def compressed_size(chunk: str) -> int:
    return Path(PROJECT / f"{chunk}.br").stat().st_size


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_code_of_a_drawing_is_within_its_size_limit(drawing: str) -> None:
    chunks = code_of(outputs_of_the_build(), DRAWINGS[drawing])

    assert chunks
    assert sum(map(compressed_size, chunks)) <= MOST_BYTES, sorted(chunks)


def test_code_of_drawings_is_not_loaded_by_other_pages() -> None:
    outputs = outputs_of_the_build()
    chunks_of_drawings = set().union(*(code_of(outputs, entries) for entries in DRAWINGS.values()))
    manifest = json.loads((BUILD / "manifest.json").read_bytes())
    own = {"client/explore/map/", "client/explore/pedigree/", "client/explore/lineage/"}
    alone = {
        chunk
        for chunk in chunks_of_drawings
        if any(module.startswith(tuple(own)) for module in outputs[chunk]["inputs"])
    }

    others = {
        page: sorted(f"/{chunk.removeprefix('build/client/')}" for chunk in alone)
        for page, languages in manifest["preloads"].items()
        if page not in {*DRAWINGS, "lineages"}
        for files in languages.values()
        if alone & {f"build/client{file}" for file in files}
    }
    assert others == {}


def test_code_that_loads_later_is_counted() -> None:
    outputs = {
        "entry.js": chunk(["client/hydrate.tsx"], entry="client/hydrate.tsx"),
        "page.js": chunk(
            ["client/Page.tsx"],
            entry="client/Page.tsx",
            imports=[("entry.js", "import-statement"), ("later.js", "dynamic-import")],
        ),
        "later.js": chunk(
            ["client/later.ts"],
            imports=[("data.js", "dynamic-import"), ("other.js", "dynamic-import")],
        ),
        "data.js": chunk(["build/catalogue/pedigree/en.json"]),
        "other.js": chunk(["client/Other.tsx"], entry="client/Other.tsx"),
    }

    assert code_of(outputs, ["client/Page.tsx"]) == {"page.js", "later.js", "other.js"}


def chunk(
    modules: list[str],
    *,
    entry: str | None = None,
    imports: list[tuple[str, str]] | None = None,
) -> dict[str, object]:
    listed = [{"path": path, "kind": kind} for path, kind in imports or []]
    return {"inputs": {module: {} for module in modules}, "entryPoint": entry, "imports": listed}


def code_of(outputs: Outputs, entries: tuple[str, ...] | list[str]) -> set[str]:
    """Returns the scripts that entry files load, at once or later, without data and shared code."""
    named = {str(one.get("entryPoint")): name for name, one in outputs.items()}
    frame = reached(outputs, named["client/hydrate.tsx"], {"import-statement"}, set())
    found: set[str] = set()
    for entry in entries:
        found |= reached(outputs, named[entry], {"import-statement", "dynamic-import"}, frame)
    return {name for name in found if name.endswith(".js") and is_code(outputs[name])}


def reached(outputs: Outputs, start: str, kinds: set[str], known: set[str]) -> set[str]:
    """Returns the chunk with what it imports, transitively, without the known ones."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name in found or name in known:
            continue
        found.add(name)
        waiting += [one["path"] for one in outputs[name]["imports"] if one["kind"] in kinds]
    return found


def is_code(output: Mapping[str, Any]) -> bool:
    return any(not module.endswith((".json", ".css")) for module in output["inputs"])
