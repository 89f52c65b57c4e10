"""Jobs and results of a load generator."""

import msgspec


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One page requested repeatedly for `seconds`, or each of `requests` once.

    `size` is the length of a rendered page in bytes; 0 accepts any length.
    """

    port: int
    path: str
    size: int
    coding: str = ""
    connections: int = 1
    seconds: float = 0.5
    pause_s: float = 0.0
    # Complete HTTP requests, distributed over the connections; `seconds` does not apply to them.
    requests: tuple[str, ...] = ()


class Latencies(msgspec.Struct, frozen=True):
    """Median, 99th percentile and maximum of response times, in milliseconds."""

    p50: float
    p99: float
    maximum: float


class LoadResult(msgspec.Struct, frozen=True, kw_only=True):
    """Result of a job; times are measured to the last and to the first byte.

    `without_page` counts responses that are not as long as the rendered page; None with `wrk`,
    which does not report it.
    """

    responses: int
    failed: int
    without_page: int | None
    seconds: float
    last_byte: Latencies
    first_byte: Latencies


def latencies_of(seconds: list[float]) -> Latencies:
    """Returns zeros for an empty list."""
    ordered = sorted(seconds)
    if not ordered:
        return Latencies(0.0, 0.0, 0.0)
    last = len(ordered) - 1
    return Latencies(
        p50=ordered[round(last * 0.5)] * 1000,
        p99=ordered[round(last * 0.99)] * 1000,
        maximum=ordered[last] * 1000,
    )
