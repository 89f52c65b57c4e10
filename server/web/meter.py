"""What the host counts of itself, told in the words that Prometheus reads."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate

PREFIX = "chanoki"
BUCKETS_S = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)

Read = Callable[[], Mapping[str, float]]


class Durations:
    """How long something took, sorted into a few drawers."""

    def __init__(self) -> None:
        self._drawers = [0] * (len(BUCKETS_S) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        self._drawers[bisect_left(BUCKETS_S, seconds)] += 1
        self._seconds += seconds

    def lines(self, name: str) -> Iterator[str]:
        yield f"# TYPE {name} histogram"
        sums = list(accumulate(self._drawers))
        for bound, count in zip((*map(str, BUCKETS_S), "+Inf"), sums, strict=True):
            yield f'{name}_bucket{{le="{bound}"}} {count}'
        yield f"{name}_sum {self._seconds:.6f}"
        yield f"{name}_count {sums[-1]}"


class Meter:
    """Requests by route and class of status, their durations, and what others have to tell."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._readings: list[Read] = []
        self.durations: dict[str, Durations] = {"request_seconds": Durations()}

    def count(self, route: str, status: int, seconds: float) -> None:
        self._requests[route, status // 100] += 1
        self.durations["request_seconds"].add(seconds)

    def watch(self, read: Read) -> None:
        """Further figures, asked when somebody looks; what ends in `_total` only ever grows."""
        self._readings.append(read)

    def text(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield f"# TYPE {PREFIX}_requests_total counter"
        for (route, hundreds), count in sorted(self._requests.items()):
            labels = f'route="{_quoted(route)}",status="{hundreds}xx"'
            yield f"{PREFIX}_requests_total{{{labels}}} {count}"
        for name, durations in self.durations.items():
            yield from durations.lines(f"{PREFIX}_{name}")
        told = set[str]()
        for labelled, value in (pair for read in self._readings for pair in read().items()):
            name = labelled.partition("{")[0]
            if name not in told:
                told.add(name)
                kind = "counter" if name.endswith("_total") else "gauge"
                yield f"# TYPE {PREFIX}_{name} {kind}"
            yield f"{PREFIX}_{labelled} {value:.15g}"


def _quoted(label: str) -> str:
    return label.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
