"""Profiles that a moderator resets: name, bio and picture, their undo, and how long they last."""

import asyncio
import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import httpx
import pytest

from server.accounts.avatars.actions import profile_resets
from server.accounts.sessions.expiry import clean_once
from server.community.moderation_poll import ModerationPoll
from server.database.engine import create_sessions
from server.media.storage.interface import Storage
from server.moderation.rules import APPEAL_LIFE
from server.realtime.events import HostEvent, MemberChanged, NotificationsChanged
from tests.server.community.builders import value
from tests.server.community.test_member_data import REMOVAL
from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.media.uploads.upload_requests import send_avatar
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator, community, moderator
from tests.server.moderation.test_appeals import answer_appeal, appeal, decisions
from tests.server.moderation.test_cases import QUEUE, decide, list_cases, mori, report
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

__all__ = ("community", "moderator", "mori")

# Not square: the site crops it, so the stored file has other pixels.
PICTURE = encoded(quarters((120, 80)), "PNG")
PROFILE = {
    "display_name": "Rude Name", "bio": "Rude words", "language": "ja",
    "favorite_tea_type": "sencha", "favorite_tea_variety": None,
}  # fmt: skip
EMPTY = ("未設定", None, None, "sencha")
RESET = {"action": "reset-profile", "rule": "rude", "note": "A name that insults"}


@pytest.fixture
async def picture_url(alex: Browser) -> str:
    """Gives Alex a rude name, a rude bio and a picture; returns the picture's URL."""
    assert (await alex.change("PUT", "/api/profiles/me", json=PROFILE)).status_code == 200
    stored: str = (await send_avatar(alex, PICTURE)).json()["avatar_url"]
    return stored


async def shown_profile(reader: Browser, member: Browser) -> tuple[Any, ...]:
    """Returns name, bio, picture and favourite tea of a member, as the reader sees them."""
    view = (await reader.get(f"/api/profiles/{member.member_id}")).json()
    return tuple(view[name] for name in ("display_name", "bio", "avatar_url", "favorite_tea_type"))


async def reset_profile(mori: Browser, reader: Browser, member: Browser) -> int:
    """Reports a member and resets the profile; returns the id of the log entry."""
    await report(reader, f"member:{member.member_id}", "rude")
    [case] = await list_cases(mori)
    answer = await decide(mori, case, "reset", rule="rude", note=RESET["note"])
    assert answer.status_code == 201, answer.text
    return int((await mori.get("/api/moderation/entries")).json()["entries"][0]["id"])


async def undo_entry(mori: Browser, entry_id: int) -> int:
    """Undoes a log entry; returns the status."""
    path = f"/api/moderation/entries/{entry_id}/undo"
    return (await mori.change("POST", path, json={"note": "A mistake"})).status_code


@pytest.mark.databases("sqlite", "postgresql")
@pytest.mark.stores("folder", "s3")
async def test_reset_empties_name_bio_and_picture_and_its_undo_restores_them(
    alex: Browser, hana: Browser, mori: Browser, visitor: Browser, picture_url: str
) -> None:
    before = await shown_profile(visitor, alex)
    assert before == ("Rude Name", "Rude words", picture_url, "sencha")

    entry_id = await reset_profile(mori, hana, alex)

    assert await shown_profile(visitor, alex) == EMPTY
    assert (await visitor.get(picture_url)).status_code == 404
    found = (await hana.get("/api/members?name=Rude")).json()
    assert alex.member_id not in str(found)
    [own_decision] = await decisions(alex)
    assert own_decision.items() >= {**RESET, "can_appeal": True}.items()
    [notice] = (await alex.get("/api/notifications")).json()["notifications"]
    assert notice["kind"] == "reset-profile"

    assert await undo_entry(mori, entry_id) == 204

    assert await shown_profile(visitor, alex) == before
    assert (await visitor.get(picture_url)).status_code == 200
    assert [one["action"] for one in await decisions(alex)] == ["restore-profile", "reset-profile"]
    assert await undo_entry(mori, entry_id) == 409


async def test_queue_shows_the_picture_and_a_profile_is_reset_once(
    alex: Browser, hana: Browser, mori: Browser, picture_url: str
) -> None:
    await report(hana, f"member:{alex.member_id}")
    [case] = await list_cases(mori)
    assert [one["url"] for one in case["thing"]["images"]] == [picture_url]
    await decide(mori, case, "reset")
    [act] = (await mori.get(QUEUE)).json()["acts"]
    # Beside the undo the moderator sees what it would restore.
    assert act["thing"]["text"] == "Rude Name\nRude words"
    assert act["thing"]["images"][0]["url"].startswith("data:image/png;base64,")

    await report(hana, f"member:{alex.member_id}")
    [again] = await list_cases(mori)
    refused = await decide(mori, again, "reset")

    assert (refused.status_code, refused.json()["code"]) == (409, "moderation.errors.already")


async def test_undo_keeps_what_the_member_has_chosen_since(
    alex: Browser, hana: Browser, mori: Browser, visitor: Browser, picture_url: str
) -> None:
    entry_id = await reset_profile(mori, hana, alex)
    chosen = PROFILE | {"display_name": "Kind Name", "bio": ""}
    await alex.change("PUT", "/api/profiles/me", json=chosen)

    assert await undo_entry(mori, entry_id) == 204

    assert await shown_profile(visitor, alex) == ("Kind Name", "Rude words", picture_url, "sencha")


@pytest.mark.databases("sqlite")
@pytest.mark.usefixtures("picture_url")
async def test_reset_name_and_bio_are_refused_until_the_undo(
    alex: Browser, hana: Browser, mori: Browser
) -> None:
    entry_id = await reset_profile(mori, hana, alex)
    kind = {**PROFILE, "display_name": "Kind Name", "bio": None}

    for part, text, code in (
        ("display_name", "rude nаme", "displayNameReset"),
        ("bio", " RUDE  words", "bioReset"),
    ):
        refused = await alex.change("PUT", "/api/profiles/me", json={**kind, part: text})
        assert refused.status_code == 422
        assert refused.json()["code"] == f"profileEdit.errors.{code}"

    assert (await alex.change("PUT", "/api/profiles/me", json=kind)).status_code == 200
    assert await undo_entry(mori, entry_id) == 204
    assert (await alex.change("PUT", "/api/profiles/me", json=PROFILE)).status_code == 200


@pytest.mark.databases("postgresql")
async def test_save_during_a_reset_does_not_bring_the_bio_back(
    alex: Browser,
    hana: Browser,
    mori: Browser,
    picture_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = profile_resets._read_picture
    saves: list[asyncio.Task[httpx.Response]] = []

    async def save_meanwhile(storage: Storage, member_id: str, *, url: str | None) -> Any:
        change = {**PROFILE, "favorite_tea_type": "gyokuro"}
        saves.append(asyncio.create_task(alex.change("PUT", "/api/profiles/me", json=change)))
        await asyncio.sleep(0.3)
        return await read(storage, member_id, url=url)

    monkeypatch.setattr(profile_resets, "_read_picture", save_meanwhile)
    await report(hana, f"member:{alex.member_id}", "rude")
    [case] = await list_cases(mori)
    await decide(mori, case, "reset", parts=["bio", "picture"])

    assert (await saves[0]).json()["code"] == "profileEdit.errors.bioReset"
    assert (await shown_profile(hana, alex))[1] is None


async def test_removed_picture_is_refused_also_as_it_was_served_until_the_undo(
    alex: Browser, hana: Browser, mori: Browser, picture_url: str
) -> None:
    served = (await hana.get(picture_url)).content
    entry_id = await reset_profile(mori, hana, alex)

    for member in (alex, hana):
        for picture in (PICTURE, served):
            refused = await send_avatar(member, picture)
            assert refused.json().get("code") == "profileEdit.errors.refusedPicture"

    assert await undo_entry(mori, entry_id) == 204
    assert (await send_avatar(hana, PICTURE)).status_code == 200


async def test_reversed_appeal_restores_the_profile_as_long_as_it_is_open(
    place: Place, alex: Browser, hana: Browser, mori: Browser, picture_url: str
) -> None:
    entry_id = await reset_profile(mori, hana, alex)
    assert (await appeal(alex, entry_id)).status_code == 204
    place.moment.advance(days=40)
    await clean_once(create_sessions(place.engine), place.moment)
    for browser, subject in ((hana, "development-hana"), (alex, "development-alex")):
        await place.sign_in(browser, subject)
    await grant_role(place, hana)

    assert (await answer_appeal(hana, entry_id, "reversed")).status_code == 204

    assert await shown_profile(hana, alex) == ("Rude Name", "Rude words", picture_url, "sencha")
    assert await place.count("reset_profiles") == 0


@pytest.mark.usefixtures("picture_url")
async def test_old_profile_is_deleted_when_no_appeal_is_possible_and_the_undo_ends(
    place: Place, alex: Browser, hana: Browser, mori: Browser
) -> None:
    moment, entry_id = place.moment, await reset_profile(mori, hana, alex)
    sessions = create_sessions(place.engine)
    moment.advance(seconds=(APPEAL_LIFE - timedelta(minutes=1)).total_seconds())
    await clean_once(sessions, moment)
    assert await place.count("reset_profiles") == 1
    moment.advance(minutes=2)

    await clean_once(sessions, moment)

    assert await place.count("reset_profiles") == 0
    await place.sign_in(mori, "development-nameless")
    assert await undo_entry(mori, entry_id) == 409
    assert (await mori.get(QUEUE)).json()["acts"] == []
    [entry] = (await mori.get("/api/moderation/entries")).json()["entries"]
    assert entry["can_undo"] is False


async def test_export_has_the_reset_profile_and_the_removal_of_the_account_deletes_it(
    place: Place, alex: Browser, hana: Browser, mori: Browser, picture_url: str
) -> None:
    await reset_profile(mori, hana, alex)

    archive = zipfile.ZipFile(io.BytesIO((await alex.get("/api/account/export")).content))
    [stored] = json.loads(archive.read("data.json"))["reset_profiles"]
    assert (stored["display_name"], stored["bio"]) == ("Rude Name", "Rude words")
    assert stored["picture"].startswith("data:image/png;base64,")
    assert "Rude words" in archive.read("index.html").decode()
    name = (await alex.get("/api/profiles/me")).json()["display_name"]
    removal = REMOVAL | {"confirmation": name}
    assert (await alex.change("DELETE", "/api/account", json=removal)).status_code == 204
    assert await place.count("reset_profiles") == 0
    assert "Rude" not in await place.dump()


async def test_only_administrators_reset_and_restore_the_profile_of_a_role_holder(
    place: Place, alex: Browser, hana: Browser, mori: Browser, picture_url: str
) -> None:
    await grant_role(place, alex)
    await report(hana, f"member:{alex.member_id}")
    [case] = await list_cases(mori)
    assert (await decide(mori, case, "reset")).json()["code"] == "moderation.errors.rank"
    await grant_role(place, hana, "administrator")
    assert (await decide(hana, case, "reset")).status_code == 201
    entry_id = (await mori.get("/api/moderation/entries")).json()["entries"][0]["id"]

    assert await undo_entry(mori, entry_id) == 403
    assert await undo_entry(hana, entry_id) == 204


async def test_reset_needs_a_recent_sign_in_and_fits_members_alone(
    place: Place, alex: Browser, hana: Browser, mori: Browser, picture_url: str
) -> None:
    await report(hana, f"member:{alex.member_id}")
    [case] = await list_cases(mori)
    of_post = await decide(mori, case | {"subject": "post:1"}, "reset")
    place.moment.advance(minutes=16)

    late = await decide(mori, case, "reset")

    assert of_post.json()["code"] == "moderation.errors.decision"
    assert late.json()["code"] == "moderation.errors.signInAgain"
    assert (await hana.get(picture_url)).status_code == 200


@pytest.mark.databases("sqlite", "postgresql")
async def test_command_resets_and_restores_a_profile(
    place: Place, alex: Browser, visitor: Browser, moderator: Moderator, picture_url: str
) -> None:
    subject = f"member:{alex.member_id}"
    published: list[HostEvent] = []
    poll = ModerationPoll(create_sessions(place.engine), published.extend)
    await poll.poll()

    done = await moderator.run("decide", subject, "reset", "--rule", "rude")

    assert (done.code, await shown_profile(visitor, alex)) == (0, EMPTY)
    again = await moderator.run("decide", subject, "reset")
    assert (again.code, again.err) == (1, f"Nothing was changed: {subject} is so already.")
    await poll.poll()
    # Running hosts drop the pages that show the name.
    assert published == [NotificationsChanged(alex.member_id), MemberChanged()]
    [entry] = await moderator.record()
    logged = {"parts": "name,bio,picture", "rule": "rude"}
    assert (entry.action, entry.details) == ("reset-profile", logged)
    assert (await moderator.run("undo", str(entry.id))).code == 0
    assert (await shown_profile(visitor, alex))[:3] == ("Rude Name", "Rude words", picture_url)
    assert await value(place.engine, "SELECT count(*) FROM refused_avatars") == 0
