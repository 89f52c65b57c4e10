"""The finder over 200 cultivars beside the plain list of today, both through the host."""

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
from tests.benchmarks.servers import Contender, host

CULTIVARS = 200
ROUNDS = 60
COPIED = ("client", "shared", "ssr", "server")
LINKED = ("node_modules", "package.json", "tsconfig.json", "pyproject.toml")
CATALOGUE = "shared/catalogue"
RECORDS = f"{CATALOGUE}/cultivars.json"
BUILD_STEPS = (
    ("client/cultivars/pedigree/layout.mjs",),
    ("client/cultivars/catalogue/write.mjs", "build/catalogue"),
    ("client/build.mjs",),
    ("ssr/build.mjs",),
)


def main() -> None:
    """Prints the times of both sites and their ratio."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        copy = Path(folder) / "project"
        _build(copy)
        places = {}
        for name in ("today", "larger"):
            places[name] = Path(folder) / name
            places[name].mkdir()
        today = stack.enter_context(host(places["today"]))
        larger = stack.enter_context(host(places["larger"], root=copy))
        base, plain, filtered = _seconds(today, larger)
    print(f"plain list of today: {base * 1000:.1f} ms")
    print(f"{CULTIVARS} cultivars: plain {plain * 1000:.1f} ms, filtered {filtered * 1000:.1f} ms")
    print(f"finder at {CULTIVARS} x plain list of today: {filtered / base:.2f} (goal: at most 2)")


def _build(copy: Path) -> None:
    """Builds the site over a larger catalogue in a copy of the project."""
    for folder in COPIED:
        shutil.copytree(ROOT / folder, copy / folder)
    for name in LINKED:
        (copy / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "build", copy / "build")
    table = copy / RECORDS
    table.write_text(json.dumps(_enlarged(json.loads(table.read_bytes()))), encoding="utf-8")
    # The host refuses a wrong confidence, and a copy has no conflicts of its own.
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        check_catalogue(copy / CATALOGUE, None, write=True)
    for step in BUILD_STEPS:
        subprocess.run([str(NODE), *step], cwd=copy, check=True, stdout=sys.stderr)


def _enlarged(records: Mapping[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    """Adds copies of cultivars under other names."""
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


def _seconds(today: Contender, larger: Contender) -> tuple[float, float, float]:
    """Returns the medians of a response of today's list and of both larger ones, in turns."""
    asked = [(today, PLAIN), (larger, PLAIN), (larger, FILTERED)]
    taken: list[list[float]] = [[] for _ in asked]
    for _ in range(ROUNDS):
        for (contender, path), seconds in zip(asked, taken, strict=True):
            before = time.perf_counter()
            answer = contender.ask(path)
            seconds.append(time.perf_counter() - before)
            assert answer.status == 200, path
    base, plain, filtered = (median(seconds) for seconds in taken)
    return base, plain, filtered


if __name__ == "__main__":
    main()
