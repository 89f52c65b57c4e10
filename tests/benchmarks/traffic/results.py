"""Results of the traffic mix, of cold records and of the size of the code."""

from collections.abc import Iterator

import msgspec

from tests.benchmarks.code_size import CodeSize, measure_code_size
from tests.benchmarks.generators import OwnGenerator
from tests.benchmarks.traffic.ablation import Saving, measure_savings, saving_lines
from tests.benchmarks.traffic.cold import Cold, cold_lines, measure_cold, trace_cold_record
from tests.benchmarks.traffic.mix import BROWSER_CODING
from tests.benchmarks.traffic.trace import Trace

# The others are measured by `python -m tests.benchmarks.traffic.ablation`.
LAYERS = ("page cache", "worker fragments")


class Traffic(msgspec.Struct, frozen=True, kw_only=True):
    """Results with the page cache on."""

    savings: list[Saving]
    cold: list[Cold]
    trace: Trace
    code_size: CodeSize


def measure_traffic(generator: OwnGenerator, *, until: float) -> Traffic:
    """Measures cold records, then the layers; layers after the time `until` are left out."""
    cold = measure_cold(generator, codings=(BROWSER_CODING,))
    trace = trace_cold_record()
    savings = measure_savings(generator, LAYERS, until=until)
    return Traffic(savings=savings, cold=cold, trace=trace, code_size=measure_code_size())


def traffic_lines(traffic: Traffic | str) -> Iterator[str]:
    if isinstance(traffic, str):
        yield traffic
        return
    yield from saving_lines(traffic.savings)
    measured = {one.layer for one in traffic.savings}
    if missing := [layer for layer in LAYERS if layer not in measured]:
        yield f"\nNot measured within the time limit: {', '.join(missing)}."
    yield "\nCold records (not cached), one request each:\n"
    yield from cold_lines(traffic.cold)
    yield "\nSize of the code:\n"
    yield from code_size_lines(traffic)


def code_size_lines(traffic: Traffic) -> Iterator[str]:
    size, trace = traffic.code_size, traffic.trace
    yield "| figure | plan | measured |"
    yield "| --- | --- | --- |"
    yield f"| packages of the server | ≤ 12 | {size.server_packages} |"
    yield f"| Python files of the server, without empty ones | ≤ 215 | {size.server_files} |"
    yield f"| lines of the server | ≤ 22,000 | {size.server_lines:,} |"
    yield f"| code files of client and worker | ≤ 240 | {size.client_files} |"
    yield (
        f"| server files entered by the request of a cold record | ≤ 35 | {len(trace.files)} "
        f"({trace.calls} calls, {trace.file_changes} changes of file) |"
    )
