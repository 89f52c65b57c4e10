"""The complete moderation log on the site: for role holders, by member, moderator or thing."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.community.builders import add_post, execute
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import QUEUE, decide, list_cases, mori, report
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

__all__ = ["mori"]


async def read_log(browser: Browser, **query: object) -> dict[str, Any]:
    """Returns a page of the moderation log."""
    answer = await browser.get(f"/api/moderation/entries?{urlencode(query)}")
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.json()
    return page


async def subjects(browser: Browser, **query: object) -> list[str]:
    return [entry["subject"] for entry in (await read_log(browser, **query))["entries"]]


async def decide_both(place: Place, hana: Browser, alex: Browser, mori: Browser) -> list[int]:
    """Has Mori keep a reported post of each member; returns the posts' ids."""
    posts = [await add_post(place.engine, user_id=one.member_id) for one in (hana, alex)]
    for post_id, reporter in zip(posts, (alex, hana), strict=True):
        await report(reporter, f"post:{post_id}")
        [case] = await list_cases(mori)
        await decide(mori, case, "keep", rule="rude", note="A misunderstanding")
    return posts


async def test_entry_names_moderator_member_rule_and_note(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    first, second = await decide_both(place, hana, alex, mori)

    page = await read_log(mori)

    assert [entry["subject"] for entry in page["entries"]] == [f"post:{second}", f"post:{first}"]
    assert page["next"] is None
    entry = page["entries"][1]
    assert (entry["action"], entry["rule"], entry["note"]) == ("keep", "rude", "A misunderstanding")
    assert (entry["made_by"], entry["member_id"]) == (mori.member_id, hana.member_id)
    assert (entry["member_name"], entry["post_id"]) == ("茶畑 はな", first)
    assert entry["made_by_name"]


async def test_entries_are_filtered_by_member_moderator_and_thing(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    first, second = await decide_both(place, hana, alex, mori)
    await moderator.run("remove-post", str(second), by="Operator")

    assert await subjects(mori, member=hana.member_id) == [f"post:{first}"]
    assert await subjects(mori, by="Operator") == [f"post:{second}"]
    assert await subjects(mori, by=mori.member_id, subject=f"post:{second}") == [f"post:{second}"]
    assert await subjects(mori, subject=f"member:{hana.member_id}") == []
    for odd in ({"subject": "tea"}, {"before": "x"}, {"before": "9" * 40}):
        assert await subjects(mori, **odd) == []


async def test_filters_take_the_address_of_a_members_page(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    first, second = await decide_both(place, hana, alex, mori)

    page = f"{ORIGIN}/ja/members/{{}}"

    assert await subjects(mori, member=page.format(hana.member_id)) == [f"post:{first}"]
    by_mori = await subjects(mori, by=page.format(mori.member_id))
    assert by_mori == [f"post:{second}", f"post:{first}"]


async def test_entry_says_what_exactly_was_decided(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    [first, _] = await decide_both(place, hana, alex, mori)
    decisions = (
        ("move", f"post:{first}", {"category": "culture"}),
        ("suspend", f"member:{hana.member_id}", {"days": 7}),
    )
    for decision, subject, more in decisions:
        await report(alex, subject)
        [case] = await list_cases(mori)
        answer = await decide(mori, case, decision, **more)
        assert answer.status_code == 201, answer.text
    await moderator.run("grant-role", alex.member_id, "--role", "moderator")
    await moderator.run("words", "add", "買え")

    entries = (await read_log(mori))["entries"]

    assert {entry["action"]: entry["details"] for entry in entries} == {
        "keep": None,
        "move-post": {"before": "review", "category": "culture"},
        "suspend": {"until": "2026-11-29"},
        "grant-role": {"role": "moderator"},
        "list-word": {"word": "買え"},
    }


async def test_entry_of_a_removed_post_leads_to_no_page(
    place: Place, hana: Browser, alex: Browser, mori: Browser, moderator: Moderator
) -> None:
    first, _ = await decide_both(place, hana, alex, mori)

    await moderator.run("remove-post", str(first))

    entries = (await read_log(mori, subject=f"post:{first}"))["entries"]
    assert [entry["post_id"] for entry in entries] == [None, None]


async def test_undo_from_the_log_leads_back_to_the_filtered_log(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    await report(alex, f"post:{post_id}")
    [case] = await list_cases(mori)
    await decide(mori, case, "hide")
    [entry] = (await read_log(mori))["entries"]
    place_of_form = f"language=en&page=log&subject=post%3A{post_id}&done=x"
    path = f"/api/moderation/entries/{entry['id']}/undo/form?{place_of_form}"
    form = {"member": mori.member_id, "note": "Sorry", "language": "en"}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN, "accept": "text/html"}

    answers = [await mori.http.post(path, data=form, headers=headers) for _ in range(2)]
    answers.append(await alex.http.post(path, data=form, headers=headers))

    log, id = f"/moderation/log?subject=post%3A{post_id}", entry["id"]
    assert [answer.headers["location"] for answer in answers] == [
        f"{log}&done=undo#log-entries",
        f"{log}&error=moderation.errors.undo&undo={id}&note=Sorry#log-entries",
        f"{log}&error=forbidden&undo={id}&note=Sorry#log-entries",
    ]


async def test_older_entries_follow_on_the_next_page(
    place: Place,
    hana: Browser,
    alex: Browser,
    mori: Browser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.community.queries.moderation_log.ENTRIES_MOST", 1)
    first, second = await decide_both(place, hana, alex, mori)

    newest = await read_log(mori)
    assert [entry["subject"] for entry in newest["entries"]] == [f"post:{second}"]
    older = await read_log(mori, before=newest["next"])
    assert [entry["subject"] for entry in older["entries"]] == [f"post:{first}"]
    assert older["next"] is None


async def test_entry_about_a_member_who_has_left_keeps_no_name(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    first, _ = await decide_both(place, hana, alex, mori)
    removal = {"confirmation": "茶畑 はな", "posts": "keep"}
    answer = await hana.change("DELETE", "/api/account", json=removal)
    assert answer.status_code == 204

    [entry] = (await read_log(mori, subject=f"post:{first}"))["entries"]

    assert (entry["member_id"], entry["member_name"]) == (None, None)


async def test_page_has_entries_for_role_holders_only(
    place: Place, hana: Browser, alex: Browser, mori: Browser, pool: FakePool
) -> None:
    first, _ = await decide_both(place, hana, alex, mori)

    async def entries_of(browser: Browser, page: str = "/moderation/log") -> Any:
        """Returns the entries of the log about Hana in the payload of a page."""
        answer = await browser.get(f"{page}?member={hana.member_id}")
        assert answer.status_code == 200
        loaded = json.loads(pool.payloads[-1])["preloaded"]
        return next(one["data"] for one in loaded if one["query"] == "logEntries")

    async with place.browser() as visitor:
        assert await entries_of(visitor) is None
    assert await entries_of(alex) is None
    for page in ("/moderation/log", "/ja/moderation/log"):
        listed = await entries_of(mori, page)
        assert [entry["subject"] for entry in listed["entries"]] == [f"post:{first}"]


async def test_entry_about_its_reader_names_no_maker_and_offers_no_undo(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await grant_role(place, mori, "administrator")
    for browser in (hana, alex):
        await grant_role(place, browser, "moderator")
    await report(alex, f"post:{await add_post(place.engine, user_id=hana.member_id)}")
    [case] = await list_cases(mori)
    await decide(mori, case, "warn")

    offered = []
    for reader in (hana, alex, mori):
        [entry] = (await read_log(reader, member=hana.member_id))["entries"]
        acts = (await reader.get(QUEUE)).json()["acts"]
        offered.append((entry["made_by"], entry["can_undo"], len(acts)))
        assert (entry["made_by_name"] is None) == (reader is hana)

    by_mori = mori.member_id
    assert offered == [(None, False, 0), (by_mori, False, 0), (by_mori, True, 1)]
    assert await subjects(hana, by=mori.member_id) == []
    assert len(await subjects(alex, by=mori.member_id)) == 1
    await execute(place.engine, "UPDATE moderation_log SET member_id = NULL")
    assert len(await subjects(alex, by=mori.member_id)) == 1
