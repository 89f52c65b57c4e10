"""How often a member may remove things."""

import pytest

from tests.server.community.builders import add_posts
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


async def test_the_thirty_first_removal_in_half_an_hour_has_to_wait(
    place: Place, hana: Browser
) -> None:
    written = await add_posts(place.engine, [{"user_id": hana.member_id} for _ in range(31)])

    statuses = [(await hana.change("DELETE", f"/api/posts/{id}")).status_code for id in written]

    assert statuses == [204] * 30 + [429]
    assert await place.count("posts") == 1
