"""No request body blocks the event loop, on any route."""

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from itertools import cycle
from time import monotonic, thread_time
from typing import Any

import pytest

from server.api import BODY_BYTES_MOST
from server.contracts.files import SHARED
from server.web.rate_limits.rates import MemoryRates
from tests.server.members import Browser, Place
from tests.server.operations import TABLE, grant_role, prepare_path, send_request

pytestmark = pytest.mark.anyio

LONGEST_HOLD_S = 0.02
QUIET_S = 0.005
SAMPLE_S = 0.005
CONNECTIONS = 4
ATTACK_S = 3
DEFAULT_THRESHOLDS = (700, 10, 10)
HEADERS = {"content-type": "application/json"}


def filled(start: bytes, part: bytes, end: bytes) -> bytes:
    """Returns a body of the largest allowed size, filled with repeated parts."""
    return start + part * ((BODY_BYTES_MOST - len(start + end)) // len(part)) + end


HOSTILE = {
    "floats": filled(b'{"content":[', b"1e308,", b"1]}"),
    "long floats": filled(b'{"content":[', b"0." + b"1" * 1_000 + b"e-300,", b"1]}"),
    "floats in an unknown field": filled(b'{"content":"x","odd":[', b"1e308,", b"1]}"),
    "long integers": filled(b'{"content":[', b"9" * 4_000 + b",", b"1]}"),
    "escapes": filled(b'{"content":"', b"\\u3042\\n", b'"}'),
    "nesting": filled(b'{"content":', b"[", b""),
    "objects": filled(b'{"content":', b'{"a":', b""),
    "many fields": b"{" + b",".join(b'"%d":1e308' % n for n in range(2_800)) + b"}",
    "a repeated field": filled(b"{", b'"content":"x",', b'"language":"en"}'),
}
JSON_ROUTES = [name for name, row in TABLE.items() if row.body]


@pytest.mark.parametrize("name", JSON_ROUTES)
async def test_hostile_body_takes_less_than_20_ms_of_cpu_time(
    place: Place, hana: Browser, name: str
) -> None:
    path = await prepare_path(name, hana, place)

    for kind, body in HOSTILE.items():
        costs = [await cost_of(hana, name, path, body) for _ in range(3)]
        assert min(costs) < LONGEST_HOLD_S, f"{kind}: {costs}"


async def cost_of(browser: Browser, name: str, path: str, body: bytes) -> float:
    """Returns the processor seconds of a request with this body."""
    began = thread_time()
    await send_request(browser, name, path, content=body, headers=HEADERS)
    return thread_time() - began


@pytest.mark.parametrize("name", JSON_ROUTES)
async def test_json_body_above_the_limit_of_the_schema_is_refused_with_413(
    place: Place, hana: Browser, name: str
) -> None:
    is_for_administrators = TABLE[name].administrator is not None
    await grant_role(place, hana, "administrator" if is_for_administrators else "moderator")
    path = await prepare_path(name, hana, place)
    limit = operations()[name]["requestBody"]["x-bytes-most"]
    statuses = []
    for length in (limit, limit + 1):
        body = b'{"content":"' + b"x" * (length - len(b'{"content":""}')) + b'"}'
        answer = await send_request(hana, name, path, content=body, headers=HEADERS)
        statuses.append(answer.status_code)

    assert limit == BODY_BYTES_MOST
    assert statuses[0] in {400, 422}
    assert statuses[1] == 413


def test_the_schema_states_a_limit_for_every_body() -> None:
    bodies = {
        name: operation["requestBody"]
        for name, operation in operations().items()
        if "requestBody" in operation
    }

    of_json = [name for name, body in bodies.items() if "application/json" in body["content"]]
    assert sorted(of_json) == sorted(JSON_ROUTES)
    assert all(body["x-bytes-most"] for body in bodies.values())
    assert all("413" in operations()[name]["responses"] for name in bodies)


def operations() -> dict[str, dict[str, Any]]:
    """Returns every operation that shared/api.json describes, by method and path."""
    paths = json.loads((SHARED / "api.json").read_bytes())["paths"]
    return {
        f"{method.upper()} {path}": operation
        for path, methods in paths.items()
        for method, operation in methods.items()
    }


@pytest.fixture
def garbage_collection_of_a_host(place: Place) -> Iterator[None]:
    """Collects garbage as a host does, with Python's thresholds; freezes the objects of `place`.

    The other tests collect more rarely, which then takes 40 ms at once.
    """
    del place  # Requested only to be created before `gc.freeze`.
    gc.collect()
    gc.freeze()
    thresholds = gc.get_threshold()
    gc.set_threshold(*DEFAULT_THRESHOLDS)
    yield
    gc.set_threshold(*thresholds)


@pytest.mark.fault
@pytest.mark.usefixtures("garbage_collection_of_a_host")
async def test_event_loop_lag_stays_within_20_ms_under_four_attackers(
    place: Place, hana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without rate limits, as if many members attacked together: each body is read.
    monkeypatch.setattr(MemoryRates, "take_now", lambda *_: 0)
    targets = [(name, await prepare_path(name, hana, place)) for name in JSON_ROUTES]
    quiet = await lag_during(asyncio.sleep(1))
    if quiet > QUIET_S:
        pytest.skip(f"the machine is busy: {quiet * 1000:.1f} ms without an attack")

    async with attacking(hana, targets):
        lag = await lag_during(asyncio.sleep(ATTACK_S))

    assert lag <= LONGEST_HOLD_S


@asynccontextmanager
async def attacking(browser: Browser, targets: list[tuple[str, str]]) -> AsyncIterator[None]:
    """Sends hostile bodies to all targets over several connections while the block runs."""

    async def attack(requests: Iterator[tuple[tuple[str, str], bytes]]) -> None:
        for (name, path), body in requests:
            await send_request(browser, name, path, content=body, headers=HEADERS)

    pairs = [(target, body) for target in targets for body in HOSTILE.values()]
    async with asyncio.TaskGroup() as group:
        tasks = [
            group.create_task(attack(cycle(pairs[n:] + pairs[:n]))) for n in range(CONNECTIONS)
        ]
        yield
        for task in tasks:
            task.cancel()


async def lag_during(work: Coroutine[Any, Any, None]) -> float:
    """Returns the event loop's lag in seconds that 99.9 % of samples stay below."""
    running = asyncio.ensure_future(work)
    lags = []
    while not running.done():
        due = monotonic() + SAMPLE_S
        await asyncio.sleep(SAMPLE_S)
        lags.append(monotonic() - due)
    return sorted(lags)[int(len(lags) * 0.999)]
