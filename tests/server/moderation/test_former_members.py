"""Members who have left: their pseudonym in the log, and their suspension, which continues."""

import pytest
import sqlalchemy as sa

from server.accounts.sessions.actions.sessions import remove_expired
from server.database.engine import create_sessions
from server.database.transaction import transaction
from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place, params_of, path_of
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import decide, list_cases, mori, report
from tests.server.moderation.test_suspension import suspend_member
from tests.server.moderation.test_suspension_page import send_form

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

REMOVAL = {"confirmation": "茶畑 はな", "posts": "keep"}


async def leave_suspended(place: Place, hana: Browser, days: int | None) -> None:
    """Suspends Hana, signs her in to the page of the suspension and removes her account."""
    member_id = hana.member_id
    await suspend_member(place, hana, days)
    async with place.browser() as again:
        await again.sign_in("development-hana")
        outcome = await send_form(again, "removal", member_id)
        assert outcome == ("/ja/suspended", {"done": "removed"})
        assert again.token is None
    assert await value(place.engine, "SELECT count(*) FROM accounts WHERE role IS NULL") == 0


async def pseudonym(place: Place) -> str:
    return str(await value(place.engine, "SELECT former_member FROM moderation_log LIMIT 1"))


@pytest.mark.parametrize(
    ("days", "params"),
    [(7, {"error": "suspended", "until": "2026-11-29"}), (None, {"error": "suspended"})],
)
async def test_suspended_member_who_left_cannot_return(
    place: Place, hana: Browser, visitor: Browser, days: int | None, params: dict[str, str]
) -> None:
    member_id = hana.member_id
    await leave_suspended(place, hana, days)
    before = await place.dump(sign_ins=False)

    answer = await visitor.sign_in("development-hana", "?language=ja&return=/ja/create")

    location = answer.headers["location"]
    assert (path_of(location), params_of(location)) == ("/ja/login", params)
    assert visitor.token is None
    assert await place.dump(sign_ins=False) == before
    # No stored row names the member or the account at the provider.
    async with place.engine.connect() as connection:
        rows = (await connection.execute(sa.text("SELECT * FROM suspended_identities"))).all()
    assert len(rows) == 1
    assert not {member_id, "development-hana"} & {str(one) for one in rows[0]}


async def test_others_sign_in_while_a_former_member_is_suspended(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await leave_suspended(place, hana, None)

    answer = await visitor.sign_in("development-alex")

    assert "signed_in=1" in answer.headers["location"]


async def test_former_member_returns_when_the_suspension_is_over(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await leave_suspended(place, hana, 1)
    place.moment.advance(days=3)

    answer = await visitor.sign_in("development-hana")

    assert "signed_in=1" in answer.headers["location"]
    assert await place.count("suspended_identities") == 0


async def test_sweep_deletes_ended_suspensions_only(place: Place, hana: Browser) -> None:
    await leave_suspended(place, hana, 1)
    counts = []
    for hours in (0, 72):
        place.moment.advance(hours=hours)
        async with transaction(create_sessions(place.engine)) as opened:
            await remove_expired(opened, place.moment())
        counts.append(await place.count("suspended_identities"))

    assert counts == [1, 0]


async def test_member_who_is_not_suspended_leaves_no_hash(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await suspend_member(place, hana, 1)
    place.moment.advance(days=3)
    await hana.sign_in("development-hana")
    await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert await place.count("suspended_identities") == 0
    answer = await visitor.sign_in("development-hana")
    assert "signed_in=1" in answer.headers["location"]


async def test_suspension_of_a_former_member_is_lifted_by_command(
    place: Place, hana: Browser, visitor: Browser, moderator: Moderator
) -> None:
    await leave_suspended(place, hana, None)
    name = await pseudonym(place)

    unknown = await moderator.run("reinstate", "00000000")
    lifted = await moderator.run("reinstate", name)
    again = await moderator.run("reinstate", name)

    assert "is not suspended" in unknown.out
    assert lifted.out == f"Member {name} is reinstated and may sign in again.\n"
    assert "is not suspended" in again.out
    assert [entry.former_member for entry in await moderator.record()] == [name, name]
    assert "signed_in=1" in (await visitor.sign_in("development-hana")).headers["location"]
    of_one = (await moderator.run("log", "--member", name)).out
    assert f"member {name} who has left" in of_one


async def test_suspension_of_a_former_member_is_lifted_in_the_queue(
    place: Place, hana: Browser, mori: Browser, visitor: Browser
) -> None:
    await leave_suspended(place, hana, None)
    name = await pseudonym(place)
    [act] = (await mori.get("/api/moderation/cases")).json()["acts"]
    assert (act["action"], act["thing"], act["former_member"]) == ("suspend", None, name)

    path = f"/api/moderation/entries/{act['id']}/undo"
    undone = [
        (await mori.change("POST", path, json={"note": "a mistake"})).status_code for _ in range(2)
    ]

    assert undone == [204, 409]
    assert "signed_in=1" in (await visitor.sign_in("development-hana")).headers["location"]
    log = (await mori.get(f"/api/moderation/entries?member={name}")).json()["entries"]
    assert [(one["action"], one["former_member"]) for one in log] == [
        ("reinstate", name), ("suspend", name),
    ]  # fmt: skip


async def test_entries_and_reports_of_a_former_member_have_one_pseudonym(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    member_id = hana.member_id
    first, second = [await add_post(place.engine, user_id=member_id) for _ in range(2)]
    await report(alex, f"post:{first}")
    [case] = await list_cases(mori)
    await decide(mori, case, "warn", rule="rude", note="落ち着いて")
    await report(alex, f"post:{second}")
    [open_case] = await list_cases(mori)
    assert (open_case["former_member"], open_case["earlier"]) == (None, 1)

    assert (await hana.change("DELETE", "/api/account", json=REMOVAL)).status_code == 204

    name = await pseudonym(place)
    assert len(name) == 8
    [open_case] = await list_cases(mori)
    assert (open_case["former_member"], open_case["earlier"]) == (name, 1)
    log = (await mori.get(f"/api/moderation/entries?member={name}")).json()["entries"]
    assert [(one["action"], one["member_id"], one["former_member"]) for one in log] == [
        ("warn", None, name)
    ]
    assert member_id not in str(log)
    # Another member who leaves gets another pseudonym.
    await report(mori, f"member:{alex.member_id}")
    removal = {
        "confirmation": (await alex.read_session())["member"]["display_name"],
        "posts": "keep",
    }
    assert (await alex.change("DELETE", "/api/account", json=removal)).status_code == 204
    select = "SELECT count(DISTINCT former_member) FROM reports"
    assert await value(place.engine, select) == 2


async def test_export_has_no_pseudonym(place: Place, hana: Browser) -> None:
    await suspend_member(place, hana, 1)

    assert await value(place.engine, "SELECT former_member FROM moderation_log") is None
