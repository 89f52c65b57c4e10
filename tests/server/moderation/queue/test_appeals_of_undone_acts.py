"""Appeals against decisions that a moderator undoes before the appeal is answered."""

import pytest
import sqlalchemy as sa

from server.moderation.tables import UndoneEntry
from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_appeals import (
    APPEALS,
    answer_appeal,
    appeal,
    decisions,
    refusal_of,
)
from tests.server.moderation.test_cases import mori
from tests.server.moderation.test_undone_acts import acts_of, report_and_decide, undo_act
from tests.server.operations import grant_role

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)


@pytest.fixture
async def entry(place: Place, hana: Browser, alex: Browser, mori: Browser) -> int:
    """Hides a post of Alex, who appeals; makes Hana a moderator. Returns the decision's id."""
    subject = f"post:{await add_post(place.engine, user_id=alex.member_id)}"
    await report_and_decide(mori, hana, subject, "hide")
    await grant_role(place, hana)
    [decision] = await decisions(alex)
    assert (await appeal(alex, decision["id"])).status_code == 204
    return int(decision["id"])


async def assert_reversed_once(hana: Browser, alex: Browser, entry: int) -> None:
    """Checks that no appeal is open and that Alex is shown the undo, but no answer."""
    assert (await hana.get(APPEALS)).json()["appeals"] == []
    assert refusal_of(await answer_appeal(hana, entry)) == (409, "decided")
    restored, hidden = await decisions(alex)
    assert (restored["action"], hidden["appeal"]) == ("restore-post", "reversed")


async def test_undo_closes_the_open_appeal_as_reversed(
    hana: Browser, alex: Browser, mori: Browser, entry: int
) -> None:
    [act] = await acts_of(mori)

    assert await undo_act(mori, act) == 204

    await assert_reversed_once(hana, alex, entry)


async def test_undo_by_command_closes_the_open_appeal_as_reversed(
    hana: Browser, alex: Browser, moderator: Moderator, entry: int
) -> None:
    done = await moderator.run("undo", str(entry))

    assert done.code == 0, done.err
    await assert_reversed_once(hana, alex, entry)


async def test_refused_undo_leaves_the_appeal_open(
    place: Place, hana: Browser, mori: Browser, entry: int
) -> None:
    [act] = await acts_of(mori)
    place.moment.advance(minutes=16)

    assert await undo_act(mori, act) == 403

    [listed] = (await hana.get(APPEALS)).json()["appeals"]
    assert listed["entry_id"] == entry


async def test_decision_that_was_undone_meanwhile_is_not_upheld(
    place: Place, hana: Browser, entry: int
) -> None:
    async with place.engine.begin() as connection:
        await connection.execute(sa.insert(UndoneEntry).values(entry_id=entry))

    assert refusal_of(await answer_appeal(hana, entry)) == (409, "undo")
    assert (await answer_appeal(hana, entry, "reversed")).status_code == 204
