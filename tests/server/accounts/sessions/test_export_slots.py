"""Limits of exports: concurrent ones of a member and of a host, and those within an hour."""

import asyncio

import pytest

from server.accounts.sessions.endpoints.account import EXPORTS
from server.accounts.sessions.export.slots import HOST_MOST, ExportSlots
from server.errors import Refusal
from server.media.storage.interface import Bucket
from server.media.storage.local import LocalStorage
from tests.server.accounts.sessions.sign_in.test_foreign_loads import fetch_metadata
from tests.server.members import Browser

pytestmark = pytest.mark.anyio

EXPORT = "/api/account/export"


@pytest.fixture
def slow_storage(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Makes every export wait until the returned event is set."""
    go_on, names_of = asyncio.Event(), LocalStorage.names_of

    async def wait(storage: LocalStorage, bucket: Bucket, owner: str) -> list[str]:
        await go_on.wait()
        return await names_of(storage, bucket, owner)

    monkeypatch.setattr(LocalStorage, "names_of", wait)
    return go_on


async def test_second_export_of_a_member_is_refused_while_the_first_runs(
    hana: Browser, alex: Browser, slow_storage: asyncio.Event
) -> None:
    first = asyncio.create_task(hana.get(EXPORT))
    await asyncio.sleep(0.1)

    # If it were not refused, it would wait for the storage too.
    second = await asyncio.wait_for(hana.get(EXPORT), 30)
    other = asyncio.create_task(alex.get(EXPORT))
    slow_storage.set()

    assert second.status_code == 409
    assert second.json()["code"] == "account.download.running"
    assert (await first).status_code == (await other).status_code == 200
    assert (await hana.get(EXPORT)).status_code == 200


async def test_followed_link_returns_to_the_account_page_with_the_reason(
    hana: Browser, slow_storage: asyncio.Event
) -> None:
    first = asyncio.create_task(hana.get(EXPORT))
    await asyncio.sleep(0.1)

    followed = {"sec-fetch-dest": "document"}
    async with asyncio.timeout(30):
        second = await hana.get(f"{EXPORT}?language=ja", headers=followed)
        english = await hana.get(f"{EXPORT}?language=en", headers=followed)
    slow_storage.set()
    await first

    assert second.status_code == 303
    assert second.headers["location"] == "/ja/account?export=running#export"
    assert english.headers["location"] == "/account?export=running#export"


async def test_followed_link_above_the_limit_returns_with_the_time_to_wait(
    stopped_limits: None, monkeypatch: pytest.MonkeyPatch, hana: Browser
) -> None:
    few = EXPORTS._replace(most=1)
    monkeypatch.setattr("server.accounts.sessions.endpoints.account.EXPORTS", few)
    await hana.get(EXPORT)

    answer = await hana.get(f"{EXPORT}?language=ja", headers={"sec-fetch-dest": "document"})

    # The rest of this hour, which began 30 s ago, and the next, in which the one use still counts.
    wait = 2 * few.seconds - 30
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        f"/ja/account?export=wait&wait={wait}#export",
    )


async def test_link_on_another_site_leads_to_the_account_page_and_is_not_counted(
    stopped_limits: None, hana: Browser
) -> None:
    followed = fetch_metadata("cross-site", "navigate", "document")
    for _ in range(EXPORTS.most + 1):
        answer = await hana.get(f"{EXPORT}?language=ja", headers=followed)
        assert (answer.status_code, answer.headers["location"]) == (303, "/ja/account#export")

    assert (await hana.get(EXPORT)).status_code == 200


async def test_followed_link_of_an_ended_session_leads_to_the_login(visitor: Browser) -> None:
    followed = {"sec-fetch-dest": "document"}

    answer = await visitor.get(f"{EXPORT}?language=en", headers=followed)

    assert answer.status_code == 303
    assert answer.headers["location"] == "/login?return=%2Faccount"
    assert (await visitor.get(EXPORT)).json()["code"] == "login.required"


def test_host_runs_eight_exports_at_most() -> None:
    slots = ExportSlots()
    taken = [slots.take(f"member-{number}") for number in range(HOST_MOST)]

    with pytest.raises(Refusal) as refused:
        slots.take("one more")

    assert refused.value.status == 503
    taken[0].release()
    slots.take("one more").release()


def test_slot_is_freed_when_its_export_is_dropped() -> None:
    slots = ExportSlots()
    slot = slots.take("hana")
    del slot

    slots.take("hana").release()


def test_released_slot_does_not_free_the_next_one_of_its_member() -> None:
    slots = ExportSlots()
    first = slots.take("hana")
    first.release()
    second = slots.take("hana")
    del first

    with pytest.raises(Refusal):
        slots.take("hana")
    second.release()
