"""Acts that a later one replaced: only the undo of the later one is offered and accepted."""

import pytest

from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_appeals import answer_appeal, second
from tests.server.moderation.test_cases import mori
from tests.server.moderation.test_suspension_page import send_form
from tests.server.moderation.test_undone_acts import acts_of, report_and_decide, undo_act

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori", "second")

SUSPENDED = "SELECT count(*) FROM accounts WHERE suspended_at IS NOT NULL"


async def refusal_of_undo(moderator: Browser, entry_id: int) -> tuple[int, str]:
    """Sends an undo that is refused; returns the status and the error code."""
    path = f"/api/moderation/entries/{entry_id}/undo"
    answer = await moderator.change("POST", path, json={"note": None})
    return answer.status_code, answer.json()["code"]


async def test_undo_of_a_replaced_suspension_leaves_the_later_one_in_force(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    for days in (3, 30):
        await report_and_decide(mori, hana, f"member:{alex.member_id}", "suspend", days=days)
    earlier, later = await moderator.record()

    assert await refusal_of_undo(mori, earlier.id) == (409, "moderation.errors.replaced")
    by_command = await moderator.run("undo", str(earlier.id))

    assert (by_command.code, "a later entry has replaced" in by_command.err) == (1, True)
    assert await value(place.engine, SUSPENDED) == 1
    [act] = await acts_of(mori)
    assert act["id"] == later.id
    assert await undo_act(mori, act) == 204
    assert await value(place.engine, SUSPENDED) == 0


async def test_reversed_appeal_against_a_replaced_suspension_leaves_the_later_one(
    place: Place, hana: Browser, mori: Browser, second: Browser, moderator: Moderator
) -> None:
    member_id = hana.member_id
    await report_and_decide(mori, second, f"member:{member_id}", "suspend", days=3)
    [earlier] = await moderator.record()
    async with place.browser() as again:
        await again.sign_in("development-hana")
        sent = await send_form(again, "appeals", member_id, entry_id=str(earlier.id))
    assert sent[1] == {"done": "appeal"}
    await report_and_decide(mori, second, f"member:{member_id}", "suspend", days=30)

    assert (await answer_appeal(second, earlier.id, "reversed")).status_code == 204

    assert await value(place.engine, SUSPENDED) == 1


async def test_undo_of_a_replaced_move_leaves_the_later_one(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id, rating=4)
    for category in ("culture", "region-info"):
        await report_and_decide(mori, hana, f"post:{post_id}", "move", category=category)
    earlier, later = await moderator.record()

    async def category_now() -> str:
        shown: str = (await hana.get(f"/api/posts/{post_id}")).json()["category"]
        return shown

    assert await refusal_of_undo(mori, earlier.id) == (409, "moderation.errors.replaced")
    assert await category_now() == "region-info"
    [act] = await acts_of(mori)
    assert (act["id"], await undo_act(mori, act)) == (later.id, 204)
    assert await category_now() == "culture"


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_question_moved_back_has_its_answer_unless_that_is_gone(
    place: Place, hana: Browser, alex: Browser, mori: Browser, *, is_deleted: bool
) -> None:
    question = await add_post(place.engine, user_id=hana.member_id, category="question")
    path = f"/api/posts/{question}/comments"
    comment = (await alex.change("POST", path, json={"content": "番茶"})).json()["id"]
    await hana.change("PUT", f"/api/comments/{comment}/answer")
    await report_and_decide(mori, alex, f"post:{question}", "move", category="culture")
    assert (await hana.get(f"/api/posts/{question}")).json()["answer_id"] is None
    if is_deleted:
        await alex.change("DELETE", f"/api/comments/{comment}")
        place.moment.advance(minutes=1)

    [act] = await acts_of(mori)
    assert await undo_act(mori, act) == 204

    shown = (await hana.get(f"/api/posts/{question}")).json()
    assert (shown["category"], shown["answer_id"]) == ("question", None if is_deleted else comment)
