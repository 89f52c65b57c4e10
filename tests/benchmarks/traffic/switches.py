"""Switches that start a host without one of its layers, for measurements only.

A host with a switch runs `python -m tests.benchmarks.traffic.switches LAYER serve`.
"""

import runpy
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from tests.benchmarks.paths import BENCH_DIR

PLAIN_WORKER = BENCH_DIR / "plain-worker.js"


class LayerMissingError(Exception):
    """The site does not have the layer."""


def _attribute_of(module: str, name: str) -> Any:
    """Imports by name, so that the benchmark still runs after the layer has been deleted."""
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise LayerMissingError(module) from error


def _without_fragments() -> None:
    app = import_module("server.app")
    _attribute_of("server.app", "worker_bundle")
    vars(app)["worker_bundle"] = lambda _build: PLAIN_WORKER


def _without_render_times() -> None:
    def expected_wait_s(_self: object, _now: float, *, waiting: int, workers: int) -> float:
        del waiting, workers
        return float("inf")

    _attribute_of("server.rendering.render_times", "RenderTimes").expected_wait_s = expected_wait_s


def _without_batch_scheduling() -> None:
    _attribute_of("server.commands.serve", "_use_batch_scheduling")
    vars(import_module("server.commands.serve"))["_use_batch_scheduling"] = lambda: None


SWITCHES: Mapping[str, Callable[[], None]] = MappingProxyType(
    {
        # The host is started with the setting PAGE_CACHE_MB=0 instead.
        "page cache": lambda: None,
        "worker fragments": _without_fragments,
        "queue length by render times": _without_render_times,
        "batch scheduling": _without_batch_scheduling,
    }
)


def is_present(layer: str) -> bool:
    """Returns whether the site still has the layer; imports none of its modules."""
    modules = {
        "worker fragments": "ssr.FragmentMemory",
        "queue length by render times": "server.rendering.render_times",
    }
    name = modules.get(layer)
    if name is None:
        return True
    path = BENCH_DIR.parents[1].joinpath(*name.split("."))
    return any(path.with_suffix(ending).exists() for ending in (".py", ".ts"))


def main() -> None:
    layer = sys.argv.pop(1)
    # Litestar would load pydantic, which is installed for the tests only.
    vars(sys)["modules"]["pydantic"] = None
    SWITCHES[layer]()
    runpy.run_module("server", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
