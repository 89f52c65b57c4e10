"""How often somebody may do something: counted in a sliding window, on a clock that never jumps."""

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, NamedTuple, Protocol

COUNTERS_MOST = 50_000
# What adding fractions may lose.
_ROUNDING = 1e-9


class Rate(NamedTuple):
    """At most so many times in so many seconds."""

    name: str
    most: int
    seconds: int

    @property
    def halved(self) -> "Rate":
        """For a host that can't hear what the others count."""
        return self._replace(most=max(1, self.most // 2))

    def seconds_to_wait(self, counter: "Counter", position: float) -> int:
        """Whoever comes back then is not turned away again; 0 when one more is within the rate.

        `position` is the time in windows.
        """
        left = 1 - (position - math.floor(position))
        if counter.before * left + counter.count + 1 <= self.most + _ROUNDING:
            return 0
        if counter.count + 1 <= self.most:
            windows = left - (self.most - counter.count - 1) / counter.before
        else:
            windows = left + 1 - (self.most - 1) / counter.count
        return max(1, math.ceil(windows * self.seconds - _ROUNDING))


class Rates(Protocol):
    """Counts for all hosts of the site, or for this one alone."""

    async def take(self, rate: Rate, who: str) -> int:
        """Counts one more; 0 when it is within the rate, else how many seconds to wait."""
        ...


@dataclass(slots=True)
class Counter:
    """What was counted in a window, and in the one before it."""

    window: int
    before: int = 0
    count: int = 0

    def enter(self, window: int) -> None:
        """What was counted in a window that is still to come stays: the clock was put back."""
        if window > self.window:
            self.before = self.count if self.window == window - 1 else 0
            self.count = 0
        self.window = window


class MemoryRates:
    """Counts in this process; whoever was counted longest ago is forgotten first."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._counters: OrderedDict[tuple[str, str], Counter] = OrderedDict()

    async def take(self, rate: Rate, who: str) -> int:
        return self.take_now(rate, who)

    def take_now(self, rate: Rate, who: str) -> int:
        counter = self.counter(rate, who)
        seconds = rate.seconds_to_wait(counter, self._now() / rate.seconds)
        if not seconds:
            counter.count += 1
        return seconds

    def counter(self, rate: Rate, who: str) -> Counter:
        key = (rate.name, who)
        window = math.floor(self._now() / rate.seconds)
        counter = self._counters.setdefault(key, Counter(window))
        self._counters.move_to_end(key)
        counter.enter(window)
        if len(self._counters) > COUNTERS_MOST:
            self._counters.popitem(last=False)
        return counter


def address_in(scope: Mapping[str, Any]) -> str:
    """Who is at the other end; of a network of the newer kind, the household and not the room."""
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
