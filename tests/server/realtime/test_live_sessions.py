"""Live connections of open pages: they end with the session that opened them."""

from collections.abc import Awaitable, Callable

import pytest

from tests.server.community.relations.test_hidden_live_events import LivePlace, live
from tests.server.members import Browser, Place
from tests.server.moderation.test_suspension import suspend_member
from tests.server.realtime.live_site import is_silent
from tests.server.realtime.test_live_connections import close_code_of

__all__ = ["live"]

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite")]

End = Callable[[Place, Browser], Awaitable[object]]


@pytest.fixture
def has_background_tasks(monkeypatch: pytest.MonkeyPatch) -> bool:
    """Overrides the fixture of `live`; sessions are read twenty times a second."""
    monkeypatch.setattr("server.accounts.sessions.live_sessions.INTERVAL_S", 0.05)
    return True


async def close_everywhere(_place: Place, browser: Browser) -> None:
    """Closes all sessions of the browser's member."""
    await browser.change("DELETE", "/api/sessions")


async def suspend_for_a_week(place: Place, browser: Browser) -> None:
    await suspend_member(place, browser, 7)


@pytest.mark.parametrize("end", [close_everywhere, suspend_for_a_week])
async def test_live_connection_ends_with_its_session_and_those_of_others_stay(
    live: LivePlace, end: End
) -> None:
    async with live.page_of(live.hana) as ended, live.page_of(live.alex) as open_page:
        assert await is_silent(ended)

        await end(live.place, live.hana)

        assert await close_code_of(ended) == 1013
        assert await is_silent(open_page)
