"""Rate limits in a sliding window on a monotonic clock, and the client addresses they count by."""

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol

CountedBy = Literal["member", "address"]

COUNTERS_MOST = 50_000
# An IPv6 client has a /64 network at least, and a household or company often a whole /48.
NETWORK_BITS, SITE_BITS = 64, 48
# A /48 may use the rate of so many of its /64 networks.
NETWORKS_OF_A_SITE = 10
# Tolerance for the rounding of fractions.
_ROUNDING = 1e-9


class Rate(NamedTuple):
    """Limit of at most `most` uses in `seconds`."""

    name: str
    most: int
    seconds: int
    # Members are counted apart, so that a flood of addresses cannot displace their counters.
    counted_by: CountedBy = "member"

    @property
    def of_site(self) -> "Rate":
        """Returns the rate of a whole /48 network of IPv6."""
        most = self.most * NETWORKS_OF_A_SITE
        return self._replace(name=f"{self.name} of a /48", most=most)

    @property
    def halved(self) -> "Rate":
        """Returns half of the rate, for a host that does not see the counts of the others."""
        return self._replace(most=max(1, self.most // 2))

    def seconds_to_wait(self, counter: "Counter", position: float) -> int:
        """Returns the seconds until one more use is allowed; 0 if it is allowed at once.

        `position` is the clock's time divided by `seconds`. Uses of the window before count in
        proportion to its part that a window ending at this time still covers.
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
    """Rate limiter of one host or of several."""

    async def take(self, rate: Rate, subject: str) -> int:
        """Counts one use and returns 0, or counts nothing and returns the seconds to wait."""
        ...


@dataclass(slots=True)
class Counter:
    """Numbers of uses in the present window and in the window before it."""

    window: int
    before: int = 0
    count: int = 0

    def enter(self, window: int) -> None:
        """Moves to another window; keeps the counts when the clock was put back."""
        if window > self.window:
            self.before = self.count if self.window == window - 1 else 0
            self.count = 0
        self.window = window


class MemoryRates:
    """Rate limiter in memory, with separate counters for members and addresses.

    Of more than 50,000 counters of a kind the least recently used is dropped.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._stores: dict[CountedBy, OrderedDict[tuple[str, str], Counter]] = {
            "member": OrderedDict(),
            "address": OrderedDict(),
        }

    async def take(self, rate: Rate, subject: str) -> int:
        return self.take_now(rate, subject)

    def take_now(self, rate: Rate, subject: str) -> int:
        """Counts one use and returns 0, or returns the seconds to wait."""
        counter = self.counter(rate, subject)
        seconds = rate.seconds_to_wait(counter, self._now() / rate.seconds)
        if not seconds:
            counter.count += 1
        return seconds

    def counter(self, rate: Rate, subject: str) -> Counter:
        """Returns the subject's counter, moved to the present window; counts no use.

        May evict the least recently used counter.
        """
        key = (rate.name, subject)
        window = math.floor(self._now() / rate.seconds)
        counters = self._stores[rate.counted_by]
        counter = counters.setdefault(key, Counter(window))
        counters.move_to_end(key)
        counter.enter(window)
        if len(counters) > COUNTERS_MOST:
            counters.popitem(last=False)
        return counter


async def take_for_client(rates: Rates, rate: Rate, scope: Mapping[str, Any]) -> int:
    """Counts one use by the client's address, and by the /48 of an IPv6 address.

    Returns 0, or the seconds to wait.
    """
    seconds = await rates.take(rate, address_in(scope))
    site = _site_in(scope)
    return seconds or (await rates.take(rate.of_site, site) if site else 0)


def address_in(scope: Mapping[str, Any]) -> str:
    """Returns the address that limits count by: IPv4, or the /64 network of an IPv6 address."""
    address = _ip_address(scope)
    if isinstance(address, ipaddress.IPv6Address):
        return _network(address, NETWORK_BITS)
    return str(address)


def networks_in(scope: Mapping[str, Any]) -> dict[str, int]:
    """Returns the networks of a client, with the number of addresses whose limit each may use."""
    site = _site_in(scope)
    return {address_in(scope): 1} | ({site: NETWORKS_OF_A_SITE} if site else {})


def _site_in(scope: Mapping[str, Any]) -> str | None:
    """Returns the /48 network of an IPv6 client, with its length; None for IPv4."""
    address = _ip_address(scope)
    if isinstance(address, ipaddress.IPv6Address):
        return f"{_network(address, SITE_BITS)}/{SITE_BITS}"
    return None


def _ip_address(scope: Mapping[str, Any]) -> ipaddress.IPv4Address | ipaddress.IPv6Address | str:
    """Returns the client's address, IPv4 also if it is mapped into IPv6; other names as text."""
    host = str((scope.get("client") or ("",))[0])
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _network(address: ipaddress.IPv6Address, bits: int) -> str:
    """Returns the address of the network that has the first `bits` bits of an address."""
    return str(ipaddress.ip_network((int(address), bits), strict=False).network_address)
