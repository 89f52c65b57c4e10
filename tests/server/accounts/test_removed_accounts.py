"""Changes during which an account is removed: the member's own, or that of another member."""

from typing import Any
from uuid import uuid4

import msgspec
import pytest
import sqlalchemy as sa

from server.accounts.sessions import write_guard
from server.accounts.sessions.tables import Account
from server.community.actions import reports
from server.community.queries.things import find_reportable_thing
from server.web.rate_limits.rates import Rate, Rates
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

CHOICES = {"like": "off"}
# Paths and bodies of PUT requests.
CHANGES = {
    "follow": ("/api/account/follows/cultivar:saemidori", None),
    "follow-member": ("/api/account/follows/member:{other}", None),
    "mute": ("/api/account/hidden/members/{other}", {"kind": "mute"}),
    "topics": ("/api/account/hidden/topics", {"words": ["abc"], "categories": []}),
    "choices": ("/api/account/notifications", {"choices": CHOICES, "consents": False}),
    "read": ("/api/notifications/read/{post}", None),
    "read-group": ("/api/notifications/read/groups/decisions", None),
    "save": ("/api/posts/{post}/saved", None),
}


def remove_account_after_guard(
    place: Place, member_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Removes an account between the guard of the next change and its handler."""
    count = write_guard.check_rate

    async def remove(rates: Rates, rate: Rate, *, key: str) -> None:
        await count(rates, rate, key=key)
        async with place.engine.begin() as connection:
            await connection.execute(sa.delete(Account).where(Account.id == member_id))

    monkeypatch.setattr(write_guard, "check_rate", remove)


@pytest.mark.parametrize("change", CHANGES)
async def test_change_during_the_removal_of_the_own_account_is_401(
    place: Place, hana: Browser, alex: Browser, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    path, body = CHANGES[change]
    path = path.format(other=alex.member_id, post=post_id)
    remove_account_after_guard(place, hana.member_id, monkeypatch)

    answer = await hana.change("PUT", path, json=body)

    assert (answer.status_code, answer.json()["code"]) == (401, "login.required")


async def test_mute_during_the_removal_of_the_other_account_is_404(
    place: Place, hana: Browser, alex: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    remove_account_after_guard(place, alex.member_id, monkeypatch)

    path = f"/api/account/hidden/members/{alex.member_id}"
    answer = await hana.change("PUT", path, json={"kind": "mute"})

    assert (answer.status_code, answer.json()["code"]) == (404, "hidden.errors.gone")


async def test_report_during_the_removal_of_the_reported_account_is_404(
    hana: Browser, alex: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def find_gone(*arguments: Any) -> Any:
        """Finds the reported thing; its member id is one without an account."""
        thing = await find_reportable_thing(*arguments)
        assert thing is not None
        return msgspec.structs.replace(thing, member_id=str(uuid4()))

    monkeypatch.setattr(reports, "find_reportable_thing", find_gone)

    given = {"subject": f"member:{alex.member_id}", "reason": "rude"}
    answer = await hana.change("POST", "/api/reports", json=given)

    assert (answer.status_code, answer.json()["code"]) == (404, "report.unknown")
