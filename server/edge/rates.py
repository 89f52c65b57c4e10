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


class Rates(Protocol):
    """Counts for all hosts of the site, or for this one alone."""

    async def take(self, rate: Rate, who: str) -> int:
        """Counts one more; 0 when it is within the rate, else how many seconds to wait."""
        ...


@dataclass(slots=True)
class _Counter:
    window: int
    before: int
    count: int


class MemoryRates:
    """Counts in this process; whoever was counted longest ago is forgotten first."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._counters: OrderedDict[tuple[str, str], _Counter] = OrderedDict()

    async def take(self, rate: Rate, who: str) -> int:
        position = self._now() / rate.seconds
        window = math.floor(position)
        counter = self._counter(rate, who, window=window)
        left_of_before = 1 - (position - window)
        if counter.before * left_of_before + counter.count + 1 > rate.most + _ROUNDING:
            seconds = _windows_left(counter, rate, left_of_before) * rate.seconds
            return max(1, math.ceil(seconds - _ROUNDING))
        counter.count += 1
        return 0

    def _counter(self, rate: Rate, who: str, *, window: int) -> _Counter:
        key = (rate.name, who)
        counter = self._counters.setdefault(key, _Counter(window, 0, 0))
        self._counters.move_to_end(key)
        if counter.window != window:
            counter.before = counter.count if counter.window == window - 1 else 0
            counter.window, counter.count = window, 0
        if len(self._counters) > COUNTERS_MOST:
            self._counters.popitem(last=False)
        return counter


def _windows_left(counter: _Counter, rate: Rate, left_of_before: float) -> float:
    """How long until one more is within the rate: who comes back then is not turned away again."""
    if counter.count + 1 <= rate.most:
        return left_of_before - (rate.most - counter.count - 1) / counter.before
    return left_of_before + 1 - (rate.most - 1) / counter.count


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
