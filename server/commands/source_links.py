"""Command that requests the addresses of sources and notes the gone ones in `sources.json`."""

import asyncio
import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

import httpx

from server.errors import StartRefused

WAIT_S = 20.0
# Hosts that are asked at the same time; each gets one request after the other.
HOSTS_AT_ONCE = 8
GONE_STATUSES = (404, 410)
USER_AGENT = "Chanoki source check"
# Above this share of unreached addresses it is this machine that has no network.
UNREACHED_SHARE = 0.5

Sources = dict[str, dict[str, Any]]


class State(StrEnum):
    """Result of the request of an address."""

    OPENS = "opens"
    GONE = "gone"
    # The host has no address or refuses; counts as gone.
    UNREACHED = "unreached"
    # Any other failure says nothing about the page: what was noted before stays.
    UNCLEAR = "unclear"


def check_links(
    folder: Path, *, write: bool, transport: httpx.AsyncBaseTransport | None = None
) -> int:
    """Prints the addresses of all sources that do not open; returns 1 if any is gone, else 0.

    `write` notes the gone ones in `sources.json`, and deletes the notes of those that open again.
    Raises StartRefused, and writes nothing, if most addresses cannot be reached.
    """
    path = folder / "sources.json"
    sources: Sources = json.loads(path.read_bytes())
    addresses = _list_addresses(sources)
    states = asyncio.run(_request_all(sorted(set(addresses)), transport))
    unreached = sum(state is State.UNREACHED for state in states.values())
    if unreached > UNREACHED_SHARE * len(states):
        raise StartRefused(
            f"{unreached} of {len(states)} addresses cannot be reached; is there a network?"
        )
    for address, state in states.items():
        if state is not State.OPENS:
            print(f"{state:9} {', '.join(addresses[address])} {address}")
    is_gone = {address: _is_gone(state) for address, state in states.items()}
    if write:
        _note_gone(sources, is_gone, today=datetime.now(UTC).date().isoformat())
        text = json.dumps(sources, indent=2, ensure_ascii=False) + "\n"
        path.write_text(text, encoding="utf-8")
    gone = sum(known is True for known in is_gone.values())
    print(f"{gone} of {len(states)} addresses are gone", file=sys.stderr)
    return 1 if gone else 0


def _list_addresses(sources: Sources) -> dict[str, list[str]]:
    """Returns each address with the keys of its sources."""
    named: dict[str, list[str]] = {}
    for key, source in sources.items():
        for address in (source["url"], *source.get("pages", {}).values()):
            named.setdefault(address, []).append(key)
    return named


async def _request_all(
    addresses: list[str], transport: httpx.AsyncBaseTransport | None
) -> dict[str, State]:
    """Requests all addresses: several hosts at once, the addresses of one host in turn."""
    by_host: dict[str, list[str]] = {}
    for address in addresses:
        by_host.setdefault(httpx.URL(address).host, []).append(address)
    turn = asyncio.Semaphore(HOSTS_AT_ONCE)
    headers = {"user-agent": USER_AGENT}
    async with httpx.AsyncClient(
        transport=transport, timeout=WAIT_S, follow_redirects=True, headers=headers
    ) as client:

        async def request_host(wanted: list[str]) -> list[tuple[str, State]]:
            """Requests the addresses of one host in turn."""
            async with turn:
                return [(address, await _request_address(client, address)) for address in wanted]

        found = await asyncio.gather(*map(request_host, by_host.values()))
    return dict(sorted(pair for pairs in found for pair in pairs))


async def _request_address(client: httpx.AsyncClient, address: str) -> State:
    """Requests an address; returns whether it opens, is gone, is not reached or is unclear."""
    try:
        # The body is not read: many sources are long papers.
        async with client.stream("GET", address) as response:
            if response.status_code in GONE_STATUSES:
                return State.GONE
            return State.OPENS if response.is_success else State.UNCLEAR
    except httpx.ConnectError:
        return State.UNREACHED
    except httpx.HTTPError:
        return State.UNCLEAR


def _is_gone(state: State) -> bool | None:
    """Returns whether the address is gone; None if the result says nothing about it."""
    if state is State.UNCLEAR:
        return None
    return state is not State.OPENS


def _note_gone(sources: Sources, is_gone: Mapping[str, bool | None], *, today: str) -> None:
    """Notes the day on which an address was first found gone, and clears those that open again."""
    for source in sources.values():
        noted: dict[str, str] = source.pop("unreachable", {})
        kept = {}
        for address in (source["url"], *source.get("pages", {}).values()):
            gone = is_gone[address]
            if gone or (gone is None and address in noted):
                kept[address] = noted.get(address, today)
        if kept:
            source["unreachable"] = kept
