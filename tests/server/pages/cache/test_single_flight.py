"""A page is drawn once for all who want it, and anew when it is old or untrue."""

import asyncio
from time import monotonic

import pytest

from tests.server.pages.cache.site import PAGE, Asking

pytestmark = pytest.mark.anyio


async def test_two_hundred_readers_of_a_cold_page_cause_one_drawing(site: Asking) -> None:
    site.inner.gate = asyncio.Event()
    readers = [asyncio.ensure_future(site.get()) for _ in range(200)]
    await asyncio.sleep(0.01)

    site.inner.gate.set()
    got = await asyncio.gather(*readers)

    assert site.inner.drawings == 1
    assert {one.status for one in got} == {200}
    assert len({one.body for one in got}) == 1


async def test_a_reader_who_leaves_takes_the_page_from_nobody(site: Asking) -> None:
    site.inner.gate = asyncio.Event()
    first, second = (asyncio.ensure_future(site.get()) for _ in range(2))
    await asyncio.sleep(0.01)

    first.cancel()
    await asyncio.sleep(0)
    site.inner.gate.set()

    assert (await second).status == 200
    assert site.inner.drawings == 1


async def test_an_old_page_is_shown_while_the_next_one_is_drawn(site: Asking) -> None:
    first = await site.get()
    site.clock.now += 3

    old = [await site.get() for _ in range(5)]
    await settled(site)
    new = await site.get()

    assert {one.body for one in old} == {first.body}
    assert new.body != first.body
    assert site.inner.drawings == 2


async def test_a_page_that_is_too_old_is_waited_for(site: Asking) -> None:
    first = await site.get()
    site.clock.now += 60

    assert (await site.get()).body != first.body


@pytest.mark.parametrize("trouble", ["crash", "error", "undrawn"])
async def test_while_nothing_can_be_drawn_the_last_good_page_is_shown(
    site: Asking, trouble: str
) -> None:
    first = await site.get()
    spoil(site, trouble)
    site.clock.now += 30

    for _ in range(5):
        assert (await site.get()).body == first.body


async def test_an_old_page_is_tried_again_once_a_second_and_not_for_every_reader(
    site: Asking,
) -> None:
    await site.get()
    spoil(site, "error")
    site.clock.now += 3

    for _ in range(20):
        await site.get()
        await settled(site)

    assert site.inner.drawings == 2


@pytest.mark.parametrize("trouble", ["crash", "error", "undrawn"])
async def test_what_went_wrong_is_never_kept(site: Asking, trouble: str) -> None:
    spoil(site, trouble)

    await site.get()
    site.inner.error, site.inner.status, site.inner.headers = None, 200, list(PAGE)

    assert (await site.get()).status == 200
    assert len(site.flights.entries) == 1


async def test_a_page_that_is_gone_is_dropped_at_once(site: Asking) -> None:
    await site.get()
    site.inner.status = 404
    site.clock.now += 3

    await site.get()
    await settled(site)

    assert (await site.get()).status == 404
    assert len(site.flights.entries) == 0


async def test_a_purged_page_is_never_shown_again(site: Asking) -> None:
    site.inner.words = "before"
    await site.get("/tea/1")
    await site.get("/tea/2")
    site.inner.words = "after"

    site.flights.purge(frozenset({"tea:/tea/1"}))

    assert b"after" in (await site.get("/tea/1")).body
    assert b"before" in (await site.get("/tea/2")).body


async def test_purge_of_a_shared_tag_removes_every_page_with_it(site: Asking) -> None:
    await site.get("/tea/1")
    await site.get("/tea/2")

    site.flights.purge(frozenset({"tea"}))

    assert len(site.flights.entries) == 0
    assert site.flights.entries.size == 0


async def test_a_drawing_that_began_before_the_change_is_neither_kept_nor_joined(
    site: Asking,
) -> None:
    site.inner.words, site.inner.gate = "before", asyncio.Event()
    early = asyncio.ensure_future(site.get())
    await asyncio.sleep(0.01)

    site.flights.purge(frozenset({"tea"}))
    site.inner.words = "after"
    late = asyncio.ensure_future(site.get())
    await asyncio.sleep(0.01)
    site.inner.gate.set()

    assert b"before" in (await early).body
    assert b"after" in (await late).body
    assert b"after" in (await site.get()).body
    assert site.inner.drawings == 2


async def settled(site: Asking) -> None:
    """Until nothing is being drawn."""
    for _ in range(200):
        if not site.flights.is_busy:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("a drawing does not end")


def spoil(site: Asking, trouble: str) -> None:
    if trouble == "crash":
        site.inner.error = RuntimeError("the pencil broke")
    elif trouble == "error":
        site.inner.status = 503
    else:
        site.inner.headers[1] = (b"cache-control", b"private, no-store")


async def test_a_page_whose_drawing_hangs_is_shown_as_it_was(site: Asking) -> None:
    first = await site.get()
    site.inner.gate = asyncio.Event()
    site.clock.now += 60
    began = monotonic()

    assert (await site.get()).body == first.body

    assert monotonic() - began < 2
    site.inner.gate.set()
    await settled(site)


async def test_once_a_page_could_not_be_drawn_nobody_waits_for_it_any_more(site: Asking) -> None:
    first = await site.get()
    spoil(site, "error")
    site.clock.now += 60
    await site.get()
    site.inner.gate = asyncio.Event()
    site.clock.now += 600

    began = monotonic()
    answers = [await site.get() for _ in range(5)]

    assert {one.body for one in answers} == {first.body}
    assert monotonic() - began < 0.5
    site.inner.status = 200
    site.inner.gate.set()
    await settled(site)
    assert (await site.get()).body != first.body
