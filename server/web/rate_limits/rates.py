"""Rate limits in a sliding window on a monotonic clock, and the address that they count by."""

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple, Protocol

COUNTERS_MOST = 50_000
# Tolerance for the rounding of fractions.
_ROUNDING = 1e-9


class Rate(NamedTuple):
    """At most `most` times in `seconds`."""

    name: str
    most: int
    seconds: int

    @property
    def halved(self) -> "Rate":
        """Returns half of the rate, for a host that does not see the counts of the others."""
        return self._replace(most=max(1, self.most // 2))

    def seconds_to_wait(self, counter: "Counter", position: float) -> int:
        """Seconds until one more is allowed, 0 for now; `position` is the time in windows."""
        left = 1 - (position - math.floor(position))
        if counter.before * left + counter.count + 1 <= self.most + _ROUNDING:
            return 0
        if counter.count + 1 <= self.most:
            windows = left - (self.most - counter.count - 1) / counter.before
        else:
            windows = left + 1 - (self.most - 1) / counter.count
        return max(1, math.ceil(windows * self.seconds - _ROUNDING))


class Rates(Protocol):
    """Rate limiter of one host or of several."""

    async def take(self, rate: Rate, subject: str) -> int:
        """Counts one more and returns 0, or returns the seconds to wait and counts nothing."""
        ...


@dataclass(slots=True)
class Counter:
    """Counts of a window and of the window before it."""

    window: int
    before: int = 0
    count: int = 0

    def enter(self, window: int) -> None:
        """Moves to `window`; when the clock was put back, the counts stay."""
        if window > self.window:
            self.before = self.count if self.window == window - 1 else 0
            self.count = 0
        self.window = window


class MemoryRates:
    """Rate limiter in memory; the least recently used of more than 50,000 counters is dropped."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._counters: OrderedDict[tuple[str, str], Counter] = OrderedDict()

    async def take(self, rate: Rate, subject: str) -> int:
        return self.take_now(rate, subject)

    def take_now(self, rate: Rate, subject: str) -> int:
        counter = self.counter(rate, subject)
        seconds = rate.seconds_to_wait(counter, self._now() / rate.seconds)
        if not seconds:
            counter.count += 1
        return seconds

    def counter(self, rate: Rate, subject: str) -> Counter:
        key = (rate.name, subject)
        window = math.floor(self._now() / rate.seconds)
        counter = self._counters.setdefault(key, Counter(window))
        self._counters.move_to_end(key)
        counter.enter(window)
        if len(self._counters) > COUNTERS_MOST:
            self._counters.popitem(last=False)
        return counter


def address_in(scope: Mapping[str, Any]) -> str:
    """Address that limits count by: the client's IPv4 address, or the /64 network of its IPv6."""
    host = str((scope.get("client") or ("",))[0])
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False).network_address)
