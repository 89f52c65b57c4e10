"""Data that pages of members receive with their first render."""

import json
from typing import Any

import pytest
import sqlalchemy as sa

from tests.fake_build import FakePool
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


def preloaded(pool: FakePool) -> dict[str, Any]:
    """Returns the data in the payload of the last page, by query."""
    payload = json.loads(pool.payloads[-1])
    return {one["query"]: one["data"] for one in payload["preloaded"]}


async def test_profile_page_has_the_members_own_profile(hana: Browser, pool: FakePool) -> None:
    await hana.get("/ja/profile/edit")

    assert preloaded(pool) == {"me": (await hana.get("/api/profiles/me")).json()}


async def test_missing_profile_is_null(place: Place, hana: Browser, pool: FakePool) -> None:
    async with place.engine.begin() as connection:
        await connection.execute(sa.text("DELETE FROM profiles"))

    answer = await hana.get("/profile")

    assert answer.status_code == 200
    assert preloaded(pool)["me"] is None


async def test_page_of_a_member_is_public_and_has_no_e_mail_address(
    hana: Browser, visitor: Browser, pool: FakePool
) -> None:
    answer = await visitor.get(f"/members/{hana.member_id}")

    assert answer.status_code == 200
    profile = (await visitor.get(f"/api/profiles/{hana.member_id}")).json()
    assert preloaded(pool)["member"] == profile
    assert b"hana@" not in pool.payloads[-1]


@pytest.mark.parametrize("id", ["nobody", "0b1c", "x" * 200])
async def test_unknown_member_is_not_found(visitor: Browser, id: str) -> None:
    answer = await visitor.get(f"/ja/members/{id}", headers={"accept": "text/html"})

    assert answer.status_code == 404
