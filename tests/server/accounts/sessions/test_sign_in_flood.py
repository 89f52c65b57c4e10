"""Repeated starts of a sign-in fill no table, and are refused with a time to retry."""

import pytest

from server.accounts.sessions.actions import sessions
from server.accounts.sessions.actions.sessions import PendingRequest, begin_sign_in
from server.database.engine import create_sessions
from server.database.transaction import transaction
from tests.server.members import Browser, Place, params_of, path_of

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

PERSON = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
STARTS = 20
# Enough to fill the table, and quicker than the real limit.
PENDING_MOST = 100


async def test_a_thousand_starts_of_one_house_leave_twenty_rows(place: Place) -> None:
    async with place.browser() as browser:
        statuses = [(await browser.get("/api/auth/google")).status_code for _ in range(1000)]

    assert statuses == [302] * STARTS + [429] * (1000 - STARTS)
    assert await place.count("pending_sign_ins") == STARTS


async def test_starts_from_everywhere_push_out_the_oldest(
    place: Place, visitor: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PENDING_MOST", PENDING_MOST)
    pending = PendingRequest(state="s", nonce="n", verifier="v", return_path="/", language=None)
    async with transaction(create_sessions(place.engine)) as opened:
        for _ in range(20):
            await begin_sign_in(opened, pending, now=place.moment())
    place.moment.pass_by(seconds=1)
    back = await visitor.choose(await visitor.leave(), "development-hana")
    async with transaction(create_sessions(place.engine)) as opened:
        for _ in range(PENDING_MOST - 10):
            await begin_sign_in(opened, pending, now=place.moment())

    assert await place.count("pending_sign_ins") == PENDING_MOST
    # Among the newest, an honest sign-in still ends well.
    assert params_of((await visitor.get(back)).headers["location"]) == {"signed_in": "1"}


@pytest.mark.parametrize(
    ("path", "most"), [("/api/auth/google", STARTS), ("/api/auth/google/callback", 25)]
)
async def test_browser_over_the_rate_is_redirected_to_the_login_page(
    visitor: Browser, path: str, most: int
) -> None:
    for _ in range(most):
        await visitor.get(path)

    answer = await visitor.get(f"{path}?language=ja&return=/profile", headers=PERSON)

    assert answer.status_code == 302
    assert path_of(answer.headers["location"]) == "/ja/login"
    assert params_of(answer.headers["location"]) == {
        "error": "too_many_requests",
        "return": "/profile",
    }
    assert int(answer.headers["retry-after"]) > 0
    assert answer.headers["cache-control"] == "no-store"


async def test_a_person_who_is_told_is_sent_nowhere_else(visitor: Browser) -> None:
    for _ in range(STARTS):
        await visitor.get("/api/auth/google")

    answer = await visitor.get("/api/auth/google?return=//evil.example", headers=PERSON)

    assert answer.headers["location"] == "/login?error=too_many_requests"
