"""Single flight: a page is rendered once for all waiting requests, again when stale or purged."""

import asyncio
from time import monotonic

import pytest

from tests.server.pages.cache.site import PAGE, CachedSite

pytestmark = pytest.mark.anyio


async def test_two_hundred_requests_for_a_cold_page_cause_one_render(site: CachedSite) -> None:
    site.inner.gate = asyncio.Event()
    readers = [asyncio.ensure_future(site.get()) for _ in range(200)]
    await asyncio.sleep(0.01)

    site.inner.gate.set()
    got = await asyncio.gather(*readers)

    assert site.inner.renders == 1
    assert {one.status for one in got} == {200}
    assert len({one.body for one in got}) == 1


async def test_render_continues_when_a_waiting_client_disconnects(site: CachedSite) -> None:
    site.inner.gate = asyncio.Event()
    first, second = (asyncio.ensure_future(site.get()) for _ in range(2))
    await asyncio.sleep(0.01)

    first.cancel()
    await asyncio.sleep(0)
    site.inner.gate.set()

    assert (await second).status == 200
    assert site.inner.renders == 1


async def test_stale_page_is_sent_while_the_next_is_rendered(site: CachedSite) -> None:
    first = await site.get()
    site.clock.now += 3

    old = [await site.get() for _ in range(5)]
    await wait_for_renders(site)
    new = await site.get()

    assert {one.body for one in old} == {first.body}
    assert new.body != first.body
    assert site.inner.renders == 2


async def test_expired_page_is_rendered_before_the_response(site: CachedSite) -> None:
    first = await site.get()
    site.clock.now += 60

    assert (await site.get()).body != first.body


@pytest.mark.parametrize("failure", ["crash", "error", "not cacheable"])
async def test_last_good_page_is_sent_while_renders_fail(site: CachedSite, failure: str) -> None:
    first = await site.get()
    make_renders_fail(site, failure)
    site.clock.now += 30

    for _ in range(5):
        assert (await site.get()).body == first.body


async def test_failed_page_is_rendered_again_once_a_second(
    site: CachedSite,
) -> None:
    await site.get()
    make_renders_fail(site, "error")
    site.clock.now += 3

    for _ in range(20):
        await site.get()
        await wait_for_renders(site)

    assert site.inner.renders == 2


@pytest.mark.parametrize("failure", ["crash", "error", "not cacheable"])
async def test_failed_render_is_never_stored(site: CachedSite, failure: str) -> None:
    make_renders_fail(site, failure)

    await site.get()
    site.inner.error, site.inner.status, site.inner.headers = None, 200, list(PAGE)

    assert (await site.get()).status == 200
    assert len(site.single_flight.entries) == 1


async def test_page_that_is_gone_is_removed_at_once(site: CachedSite) -> None:
    await site.get()
    site.inner.status = 404
    site.clock.now += 3

    await site.get()
    await wait_for_renders(site)

    assert (await site.get()).status == 404
    assert len(site.single_flight.entries) == 0


async def test_purged_page_is_never_sent_again(site: CachedSite) -> None:
    site.inner.text = "before"
    await site.get("/tea/1")
    await site.get("/tea/2")
    site.inner.text = "after"

    site.single_flight.purge(frozenset({"tea:/tea/1"}))

    assert b"after" in (await site.get("/tea/1")).body
    assert b"before" in (await site.get("/tea/2")).body


async def test_purge_of_a_shared_tag_removes_every_page_with_it(site: CachedSite) -> None:
    await site.get("/tea/1")
    await site.get("/tea/2")

    site.single_flight.purge(frozenset({"tea"}))

    assert len(site.single_flight.entries) == 0
    assert site.single_flight.entries.size == 0


async def test_render_that_began_before_a_purge_is_neither_stored_nor_joined(
    site: CachedSite,
) -> None:
    site.inner.text, site.inner.gate = "before", asyncio.Event()
    early = asyncio.ensure_future(site.get())
    await asyncio.sleep(0.01)

    site.single_flight.purge(frozenset({"tea"}))
    site.inner.text = "after"
    late = asyncio.ensure_future(site.get())
    await asyncio.sleep(0.01)
    site.inner.gate.set()

    assert b"before" in (await early).body
    assert b"after" in (await late).body
    assert b"after" in (await site.get()).body
    assert site.inner.renders == 2


async def wait_for_renders(site: CachedSite) -> None:
    """Waits until no render is running."""
    for _ in range(200):
        if not site.single_flight.is_busy:
            return
        await asyncio.sleep(0.005)
    raise AssertionError("a render does not end")


def make_renders_fail(site: CachedSite, failure: str) -> None:
    """Makes the site's renders crash, answer 503, or give pages that are not cacheable."""
    if failure == "crash":
        site.inner.error = RuntimeError("render failed")
    elif failure == "error":
        site.inner.status = 503
    else:
        site.inner.headers[1] = (b"cache-control", b"private, no-store")


async def test_stale_page_is_sent_when_a_render_hangs(site: CachedSite) -> None:
    first = await site.get()
    site.inner.gate = asyncio.Event()
    site.clock.now += 60
    began = monotonic()

    assert (await site.get()).body == first.body

    assert monotonic() - began < 2
    site.inner.gate.set()
    await wait_for_renders(site)


async def test_requests_do_not_wait_after_a_failed_render(site: CachedSite) -> None:
    first = await site.get()
    make_renders_fail(site, "error")
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
    await wait_for_renders(site)
    assert (await site.get()).body != first.body
