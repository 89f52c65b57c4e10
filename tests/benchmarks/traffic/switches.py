"""Switches that take one layer out of a host, for measurements alone.

A host with a switch runs `python -m tests.benchmarks.traffic.switches LAYER serve`.
"""

import runpy
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from tests.benchmarks.paths import BENCH

PLAIN_WORKER = BENCH / "plain-worker.js"
HARDLY_ANY = 2


class LayerMissingError(Exception):
    """The layer is not part of the site (any longer)."""


def _part(module: str, name: str) -> Any:
    """By name, so that the benchmark still runs once the layer has been removed."""
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise LayerMissingError(module) from error


def _without_fragments() -> None:
    serving = import_module("server.app")
    _part("server.app", "worker_bundle")
    vars(serving)["worker_bundle"] = lambda _build: PLAIN_WORKER


def _without_render_times() -> None:
    def expected_wait_s(_self: object, _now: float, *, waiting: int, workers: int) -> float:
        del waiting, workers
        return float("inf")

    _part("server.rendering.render_times", "RenderTimes").expected_wait_s = expected_wait_s


def _without_batch_scheduling() -> None:
    _part("server.commands.serve", "_use_batch_scheduling")
    vars(import_module("server.commands.serve"))["_use_batch_scheduling"] = lambda: None


def _without_parser_answers() -> None:
    _part("server.web.prompt", "PromptConnection")._is_plain = lambda _self: False


SWITCHES: Mapping[str, Callable[[], None]] = MappingProxyType(
    {
        # A setting of the site takes it out; the host is started with that.
        "page cache": lambda: None,
        "worker fragments": _without_fragments,
        "queue length by render times": _without_render_times,
        "batch scheduling": _without_batch_scheduling,
        "parser-level answers": _without_parser_answers,
    }
)


def is_present(layer: str) -> bool:
    """Whether the site still has the layer; throws nothing else out of this process."""
    modules = {
        "worker fragments": "ssr.FragmentMemory",
        "queue length by render times": "server.rendering.render_times",
        "parser-level answers": "server.web.prompt",
    }
    name = modules.get(layer)
    if name is None:
        return True
    path = BENCH.parents[1].joinpath(*name.split("."))
    return any(path.with_suffix(ending).exists() for ending in (".py", ".ts"))


def main() -> None:
    layer = sys.argv.pop(1)
    # As it is installed: a package that only the tests need would otherwise be loaded too.
    vars(sys)["modules"]["pydantic"] = None
    SWITCHES[layer]()
    runpy.run_module("server", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
