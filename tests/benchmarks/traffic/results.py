"""The figures of the traffic mix, of cold records and of the code's size, as one result."""

from collections.abc import Iterator

import msgspec

from tests.benchmarks.code_size import Structure, measure_structure
from tests.benchmarks.generators import OwnGenerator
from tests.benchmarks.traffic.ablation import Saving, measure_savings, saving_lines
from tests.benchmarks.traffic.cold import Cold, cold_lines, count_crossed, measure_cold
from tests.benchmarks.traffic.mix import BROWSER_CODING
from tests.benchmarks.traffic.trace import Crossed

# The others are measured by `python -m tests.benchmarks.traffic.ablation`.
LAYERS = ("page cache", "worker fragments")


class Traffic(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured with the page cache on."""

    savings: list[Saving]
    cold: list[Cold]
    crossed: Crossed
    structure: Structure


def measure_traffic(generator: OwnGenerator, *, until: float) -> Traffic:
    """Layers for which there is no time are left out."""
    cold = measure_cold(generator, codings=(BROWSER_CODING,))
    crossed = count_crossed()
    savings = measure_savings(generator, LAYERS, until=until)
    return Traffic(savings=savings, cold=cold, crossed=crossed, structure=measure_structure())


def traffic_lines(traffic: Traffic | str) -> Iterator[str]:
    if isinstance(traffic, str):
        yield traffic
        return
    yield from saving_lines(traffic.savings)
    yield "\nCold records, one request each:\n"
    yield from cold_lines(traffic.cold)
    yield "\nThe code:\n"
    yield from structure_lines(traffic)


def structure_lines(traffic: Traffic) -> Iterator[str]:
    size, crossed = traffic.structure, traffic.crossed
    yield "| figure | plan | measured |"
    yield "| --- | --- | --- |"
    yield f"| packages of the server | ≤ 12 | {size.server_packages} |"
    yield f"| Python files of the server, without empty ones | ≤ 215 | {size.server_files} |"
    yield f"| lines of the server | ≤ 22,000 | {size.server_lines:,} |"
    yield f"| code files of client and worker | ≤ 240 | {size.client_files} |"
    yield (
        f"| server files crossed by a cold record | ≤ 35 | {len(crossed.files)} "
        f"({crossed.calls} calls, {crossed.changes} changes of file) |"
    )
