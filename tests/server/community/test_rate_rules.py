"""Rate limits of members and of client addresses."""

import pytest

from server.accounts.sessions.endpoints.sign_in import CALLBACKS, STARTS
from server.community.allowance_rules import ALLOWANCES
from server.community.rate_rules import COMMENTS, COMMENTS_OF_STEPS, DELETES, EDITS, LIKES, POSTS
from server.media.uploads.endpoints import UPLOADS
from server.web.rate_limits.rates import MemoryRates, Rate
from tests.server.community.builders import NEW, add_posts
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

MINUTE_S, HOUR_S = 60.0, 3600.0


class SettableClock:
    """Clock that a test sets; it starts within a window of every rate limit."""

    def __init__(self) -> None:
        self.now = 1_000_000.5

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("rate", "most", "seconds"),
    [
        (POSTS, 10, HOUR_S),
        (POSTS._replace(most=ALLOWANCES[0].posts), 5, HOUR_S),
        (COMMENTS, 30, 10 * MINUTE_S),
        (COMMENTS_OF_STEPS._replace(most=ALLOWANCES[0].comments), 15, 10 * MINUTE_S),
        (EDITS, 20, HOUR_S),
        (LIKES, 60, MINUTE_S),
        (UPLOADS, 60, HOUR_S),
        (DELETES, 30, 30 * MINUTE_S),
        (STARTS, 20, 5 * MINUTE_S),
        (CALLBACKS, 25, 5 * MINUTE_S),
    ],
)
async def test_rate_limit_holds_over_four_windows(rate: Rate, most: int, seconds: float) -> None:
    """One client sends requests continuously for four windows."""
    clock = SettableClock()
    rates = MemoryRates(clock)
    assert [await rates.take(rate, "hasty") for _ in range(most)] == [0] * most
    assert 0 < await rates.take(rate, "hasty") <= 2 * seconds

    stored, began = [], clock.now
    while clock.now < began + 4 * seconds:
        if not await rates.take(rate, "hasty"):
            stored.append(clock.now)
        clock.now += seconds / (4 * most)

    assert 3 * most <= len(stored) <= 4 * most
    for moment in stored:
        assert sum(moment <= other < moment + seconds for other in stored) <= most + 1


async def test_31st_removal_in_half_an_hour_is_refused_with_429(
    place: Place, hana: Browser
) -> None:
    written = await add_posts(place.engine, [{"user_id": hana.member_id} for _ in range(31)])

    statuses = [(await hana.change("DELETE", f"/api/posts/{id}")).status_code for id in written]

    assert statuses == [204] * 30 + [429]
    assert await place.count("posts") - await place.count("withheld_posts") == 1


async def test_21st_edit_of_posts_and_comments_in_an_hour_is_refused_with_429(
    place: Place, hana: Browser
) -> None:
    post = (await hana.change("POST", "/api/posts", json={**NEW, "content": "新茶"})).json()
    path = f"/api/posts/{post['id']}"
    comment = (await hana.change("POST", f"{path}/comments", json={"content": "茶"})).json()
    paths = [path, f"/api/comments/{comment['id']}"] * 10 + [path]
    # The same text again is no edit.
    for one, text in zip(paths[:2], ("新茶", "茶"), strict=True):
        assert (await hana.change("PUT", one, json={"content": text})).status_code == 200

    statuses = [
        (await hana.change("PUT", one, json={"content": f"{n}煎目"})).status_code
        for n, one in enumerate(paths)
    ]

    assert statuses == [200] * 20 + [429]
