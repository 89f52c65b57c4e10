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
    # Whole HTTP requests, shared out among the connections; the time limit does not apply to them.
    requests: tuple[str, ...] = ()


class Spread(msgspec.Struct, frozen=True):
    """Milliseconds: half of the answers, 99 in 100 and all of them came within."""

    p50: float
    p99: float
    most: float


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """How it went: `undrawn` answers came, but not as long as a drawn page; `wrk` can't tell."""

    answers: int
    failed: int
    undrawn: int | None
    seconds: float
    whole: Spread
    first_byte: Spread


def spread(seconds: list[float]) -> Spread:
    ordered = sorted(seconds)
    if not ordered:
        return Spread(0.0, 0.0, 0.0)
    last = len(ordered) - 1
    return Spread(
        p50=ordered[round(last * 0.5)] * 1000,
        p99=ordered[round(last * 0.99)] * 1000,
        most=ordered[last] * 1000,
    )
