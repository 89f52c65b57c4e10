"""Response time of the filtered list of 200 cultivars beside the current plain list."""

import io
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from server.commands.catalogue import check_catalogue
from tests.benchmarks.finder import FILTERED, PLAIN
from tests.benchmarks.paths import NODE, ROOT
from tests.benchmarks.servers import Server, host

CULTIVARS = 200
ROUNDS = 60
COPIED_FOLDERS = ("client", "shared", "ssr", "server")
LINKED_FILES = ("node_modules", "package.json", "tsconfig.json", "pyproject.toml")
CATALOGUE = "shared/catalogue"
RECORDS = f"{CATALOGUE}/cultivars.json"
BUILD_STEPS = (
    ("client/cultivars/pedigree/layout.mjs",),
    ("client/cultivars/catalogue/write.mjs", "build/catalogue"),
    ("client/build.mjs",),
    ("ssr/build.mjs",),
)


def main() -> None:
    """Prints the response times of both sites and their ratio."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        copy = Path(folder) / "project"
        _build(copy)
        folders = {}
        for name in ("current", "larger"):
            folders[name] = Path(folder) / name
            folders[name].mkdir()
        current = stack.enter_context(host(folders["current"]))
        larger = stack.enter_context(host(folders["larger"], root=copy))
        base, plain, filtered = _seconds(current, larger)
    print(f"current plain list: {base * 1000:.1f} ms")
    print(
        f"list of {CULTIVARS} cultivars: plain {plain * 1000:.1f} ms, "
        f"filtered {filtered * 1000:.1f} ms"
    )
    print(
        f"filtered list of {CULTIVARS} cultivars x current plain list: {filtered / base:.2f} "
        "(goal: at most 2)"
    )


def _build(copy: Path) -> None:
    """Builds the site over a larger catalogue in a copy of the project."""
    for folder in COPIED_FOLDERS:
        shutil.copytree(ROOT / folder, copy / folder)
    for name in LINKED_FILES:
        (copy / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "build", copy / "build")
    table = copy / RECORDS
    table.write_text(json.dumps(_enlarged(json.loads(table.read_bytes()))), encoding="utf-8")
    # The host refuses a wrong confidence; a copied record has none of the conflicts that lower it.
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        check_catalogue(copy / CATALOGUE, None, write=True)
    for step in BUILD_STEPS:
        subprocess.run([str(NODE), *step], cwd=copy, check=True, stdout=sys.stderr)


def _enlarged(records: Mapping[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """Returns the records with copies of cultivars, under other names, until there are 200."""
    own = [(id, record) for id, record in records.items() if record["kind"] == "cultivar"]
    copies = {
        f"{id}-copy": record
        | {
            "nameJa": f"{record['nameJa']}の写し",
            "nameEn": f"{record['nameEn']} copy",
            "nameKana": f"{record['nameKana']}のうつし",
            "aliases": [],
        }
        for id, record in own[: CULTIVARS - len(own)]
    }
    return {**records, **copies}


def _seconds(current: Server, larger: Server) -> tuple[float, float, float]:
    """Returns median seconds of the current list, and of the larger one plain and filtered."""
    requests = [(current, PLAIN), (larger, PLAIN), (larger, FILTERED)]
    times: list[list[float]] = [[] for _ in requests]
    for _ in range(ROUNDS):
        for (server, path), seconds in zip(requests, times, strict=True):
            before = time.perf_counter()
            response = server.get(path)
            seconds.append(time.perf_counter() - before)
            assert response.status == 200, path
    base, plain, filtered = (median(seconds) for seconds in times)
    return base, plain, filtered


if __name__ == "__main__":
    main()
