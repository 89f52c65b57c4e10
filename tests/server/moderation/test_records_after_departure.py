"""Data about members who have left: a pseudonym for moderators, nothing for other members."""

import io
import json
import zipfile

import pytest

from tests.server.community.builders import value
from tests.server.community.collections.test_collections import create_collection
from tests.server.community.holds.held_things import hold_comment, write_post
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_follows import follow
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

HANA = "茶畑 はな"
SECRETS = ("Zopfwort", "Quittenwort", "Nebensatz")


async def write_about_each_other(place: Place, hana: Browser, alex: Browser) -> dict[str, int]:
    """Has two members act on each other in every way that is stored; returns ids of their posts."""
    own = (await write_post(alex, f"@{HANA} 煎茶です")).json()["id"]
    other = (await write_post(hana, "Zopfwort @Alex Leaf")).json()["id"]
    thread = f"/api/posts/{own}/comments"
    comment = (await hana.change("POST", thread, json={"content": "Nebensatz @Alex Leaf"})).json()
    reply = {"content": f"@{HANA} はい", "parent": comment["id"]}
    assert (await alex.change("POST", thread, json=reply)).status_code == 201
    for reader, post_id in ((hana, own), (alex, other)):
        await reader.change("PUT", f"/api/posts/{post_id}/like")
        await reader.change("PUT", f"/api/posts/{post_id}/save")
        await report(reader, f"post:{post_id}")
    await create_collection(alex, "お気に入り", other)
    await report(alex, f"member:{hana.member_id}")
    await follow(alex, f"member:{hana.member_id}")
    await follow(hana, f"member:{alex.member_id}")
    await hold_comment(place.engine, hana, own)
    return {"own": own, "other": other}


async def exported_text(browser: Browser) -> str:
    """Downloads an export; returns its data and pages as one text."""
    archive = zipfile.ZipFile(io.BytesIO((await browser.get("/api/account/export")).content))
    data = json.loads(archive.read("data.json"))
    texts = [archive.read(name).decode() for name in archive.namelist() if name.endswith(".html")]
    return json.dumps(data, ensure_ascii=False) + "".join(texts)


async def remove_account(browser: Browser, posts: str) -> None:
    """Deletes the member's account; `posts` says whether the posts stay."""
    body = {"confirmation": HANA, "posts": posts}
    assert (await browser.change("DELETE", "/api/account", json=body)).status_code == 204


@pytest.mark.parametrize("kind", ["", "mute", "block"])
async def test_export_has_nothing_of_a_member_who_left(
    place: Place, hana: Browser, alex: Browser, mori: Browser, kind: str
) -> None:
    await write_about_each_other(place, hana, alex)
    member_id = hana.member_id
    if kind:
        await hide(alex, member_id, kind)
    case = next(one for one in await list_cases(mori) if one["subject"].startswith("member:"))
    await decide(mori, case, "warn", rule="rude", note="落ち着いて")

    await remove_account(hana, "remove")

    pseudonym = await value(place.engine, "SELECT former_member FROM moderation_log LIMIT 1")
    text = await exported_text(alex)
    assert "煎茶です" in text
    # The member's own words may name the other.
    text = text.replace(f"@{HANA} 煎茶です", "").replace(f"@{HANA} はい", "")
    assert "member:" in text
    names = (member_id, HANA, "hana@example.com", "development-hana", pseudonym, mori.member_id)
    assert [one for one in (*names, *SECRETS) if one in text] == []


async def test_export_keeps_a_liked_post_of_a_member_who_left_without_a_name(
    place: Place, hana: Browser, alex: Browser
) -> None:
    posts = await write_about_each_other(place, hana, alex)
    member_id = hana.member_id

    await remove_account(hana, "keep")

    text = await exported_text(alex)
    assert (await alex.get(f"/api/posts/{posts['other']}")).json()["user"] is None
    assert "Zopfwort" in text
    assert [one for one in (member_id, "hana@example.com", "Nebensatz") if one in text] == []


async def test_open_report_on_a_member_who_left_names_them_by_a_pseudonym_alone(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    member_id = hana.member_id
    for reporter in (alex, mori):
        await report(reporter, f"member:{member_id}")
    await report(hana, f"member:{alex.member_id}")

    await remove_account(hana, "keep")

    name = str(await value(place.engine, "SELECT max(former_member) FROM reports"))
    cases = await list_cases(mori)
    left = next(one for one in cases if one["former_member"])
    assert (left["thing"], left["former_member"], len(left["reports"])) == (None, name, 2)
    assert member_id not in str(cases)
    select = "SELECT count(*) FROM reports WHERE open_key LIKE :id OR subject LIKE :id"
    assert await value(place.engine, select, id=f"%{member_id}%") == 0
    assert (await decide(mori, left, "keep")).status_code == 201
    assert [one["former_member"] for one in await list_cases(mori)] == [None]


async def test_moderators_read_a_pseudonym_in_the_record_the_queue_and_their_pages(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    await write_about_each_other(place, hana, alex)
    member_id = hana.member_id
    [case] = [one for one in await list_cases(mori) if one["subject"] == f"member:{member_id}"]
    await decide(mori, case, "warn", rule="rude", note="落ち着いて")

    await remove_account(hana, "remove")

    name = str(await value(place.engine, "SELECT former_member FROM moderation_log LIMIT 1"))
    log = (await mori.get(f"/api/moderation/entries?member={name}")).json()["entries"]
    assert [(one["action"], one["member_id"], one["member_name"]) for one in log] == [
        ("warn", None, None),
        ("hold-comment", None, None),
    ]
    assert {one["former_member"] for one in log} == {name}
    paths = ("/api/moderation/entries", "/api/moderation/cases", "/moderation", "/moderation/log")
    # The words of others may name a member.
    pages = [(await mori.get(path)).text.replace(f"@{HANA}", "") for path in paths]
    assert [name in page for page in pages[:2]] == [True, True]
    assert [one for one in (member_id, HANA, *SECRETS) for page in pages if one in page] == []
