"""Resets of chosen parts of a profile: request bodies, form, command, log and undo."""

from typing import Any

import pytest

from server.errors import Refusal
from server.moderation.profile_parts import checked_parts, logged_parts
from server.pages.cache.entries import Entries
from server.pages.cache.policy import Tags
from tests.conftest import ORIGIN
from tests.server.accounts.profiles.test_profile_resets import (
    EMPTY,
    PICTURE,
    PROFILE,
    picture_url,
    shown_profile,
    undo_entry,
)
from tests.server.community.collections.test_collections import create_collection, set_sharing
from tests.server.media.uploads.upload_requests import send_avatar
from tests.server.members import Browser, params_of
from tests.server.moderation.conftest import Moderator, community, moderator
from tests.server.moderation.test_appeals import decisions
from tests.server.moderation.test_cases import QUEUE, decide, list_cases, mori, report

pytestmark = pytest.mark.anyio

__all__ = ("community", "moderator", "mori", "picture_url")


@pytest.fixture
async def case(alex: Browser, hana: Browser, mori: Browser, picture_url: str) -> dict[str, Any]:
    """Reports Alex, who has a name, a bio and a picture; returns the case."""
    assert picture_url
    await report(hana, f"member:{alex.member_id}", "rude")
    [case] = await list_cases(mori)
    return case


async def newest_entry_id(mori: Browser) -> int:
    """Returns the id of the newest log entry."""
    return int((await mori.get("/api/moderation/entries")).json()["entries"][0]["id"])


@pytest.mark.databases("sqlite", "postgresql")
@pytest.mark.parametrize("chosen", [("name",), ("bio",), ("picture",), ("bio", "picture")])
async def test_reset_empties_only_the_chosen_parts_and_its_undo_restores_them(
    alex: Browser, hana: Browser, mori: Browser, case: dict[str, Any], chosen: tuple[str, ...]
) -> None:
    before = await shown_profile(hana, alex)
    picture = before[2]

    answer = await decide(mori, case, "reset", parts=chosen)

    assert answer.status_code == 201, answer.text
    places = {"name": 0, "bio": 1, "picture": 2}
    emptied = [EMPTY[at] if part in chosen else before[at] for part, at in places.items()]
    assert [*(await shown_profile(hana, alex))[:3]] == emptied
    assert (await hana.get(picture)).status_code == (404 if "picture" in chosen else 200)
    [decision] = await decisions(alex)
    assert decision["parts"] == list(chosen)
    assert ("picture" in chosen) == ((await send_avatar(hana, PICTURE)).status_code == 422)
    assert await undo_entry(mori, await newest_entry_id(mori)) == 204
    assert await shown_profile(hana, alex) == before


@pytest.mark.databases("sqlite")
async def test_reset_ends_the_sharing_of_collections_whose_names_the_case_shows(
    alex: Browser, hana: Browser, mori: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    purged: set[str] = set()

    def record(_cache: Entries, tags: Tags) -> int:
        purged.update(tags)
        return 0

    monkeypatch.setattr(Entries, "purge", record)
    collection = await create_collection(alex, "悪口")
    await set_sharing(alex, collection, "悪口")
    await create_collection(alex, "秘密")
    other = await create_collection(hana, "煎茶")
    await set_sharing(hana, other, "煎茶")
    await report(hana, f"member:{alex.member_id}", "rude")
    [case] = await list_cases(mori)
    purged.clear()

    answer = await decide(mori, case, "reset", parts=["collections"])

    assert (answer.status_code, case["thing"]["collections"]) == (201, ["悪口"])
    assert {one for one in purged if one.startswith("collection:")} == {f"collection:{collection}"}
    assert "collections" in case["thing"]["filled"]
    assert (await hana.get(f"/api/collections/{collection}/posts")).status_code == 404
    assert (await alex.get(f"/api/collections/{other}/posts")).status_code == 200
    [decision] = await decisions(alex)
    assert decision["parts"] == ["collections"]
    assert await undo_entry(mori, await newest_entry_id(mori)) == 204


@pytest.mark.databases("sqlite")
async def test_reset_of_another_part_keeps_the_sharing_of_collections(
    alex: Browser, hana: Browser, mori: Browser
) -> None:
    collection = await create_collection(alex, "煎茶")
    await set_sharing(alex, collection, "煎茶")
    await report(hana, f"member:{alex.member_id}", "rude")
    [case] = await list_cases(mori)

    assert (await decide(mori, case, "reset", parts=["name"])).status_code == 201

    assert (await hana.get(f"/api/collections/{collection}/posts")).status_code == 200


@pytest.mark.databases("sqlite")
async def test_reset_of_collections_is_refused_if_none_is_shared(
    mori: Browser, case: dict[str, Any]
) -> None:
    refused = await decide(mori, case, "reset", parts=["collections"])

    assert (refused.status_code, refused.json()["code"]) == (409, "moderation.errors.already")


@pytest.mark.databases("sqlite")
async def test_name_and_bio_that_were_reset_are_free_for_other_members(
    hana: Browser, mori: Browser, case: dict[str, Any]
) -> None:
    await decide(mori, case, "reset", parts=["name", "bio"])

    answer = await hana.change("PUT", "/api/profiles/me", json=PROFILE)

    assert answer.status_code == 200


async def test_queue_names_the_filled_parts_and_the_author_whose_bio_was_reset(
    alex: Browser, hana: Browser, mori: Browser, case: dict[str, Any]
) -> None:
    assert case["thing"]["filled"] == ["name", "bio", "picture"]

    await decide(mori, case, "reset", parts=["bio"])

    [act] = (await mori.get(QUEUE)).json()["acts"]
    assert (act["thing"]["text"], act["thing"]["author"]) == ("Rude words", "Rude Name")
    assert act["thing"]["images"] == []
    await report(hana, f"member:{alex.member_id}", "rude")
    [again] = await list_cases(mori)
    assert again["thing"]["filled"] == ["name", "picture"]
    refused = await decide(mori, again, "reset", parts=["bio"])
    assert (refused.status_code, refused.json()["code"]) == (409, "moderation.errors.already")


@pytest.mark.parametrize(
    ("decision", "parts", "refusal"),
    [
        ("reset", [], "moderation.errors.parts"),
        ("reset", ["email"], "bad-request"),
        ("reset", "name", "bad-request"),
        ("warn", ["name"], "moderation.errors.decision"),
    ],
)
async def test_decision_without_part_with_an_unknown_one_or_without_reset_is_refused(
    mori: Browser, case: dict[str, Any], decision: str, parts: object, refusal: str
) -> None:
    refused = await decide(mori, case, decision, parts=parts)

    status = 400 if refusal == "bad-request" else 422
    assert (refused.status_code, refused.json()["code"]) == (status, refusal)
    assert (await list_cases(mori))[0]["thing"]["filled"] == ["name", "bio", "picture"]


async def test_form_resets_the_checked_parts_and_refuses_none_or_an_unknown_one(
    alex: Browser, mori: Browser, case: dict[str, Any]
) -> None:
    form = {"subject": case["subject"], "decision": "reset", "seen": str(case["seen"])}
    form |= {"rule": "rude", "member": mori.member_id, "note": "理由", "language": "ja"}
    form["edited_at"] = case["thing"]["edited_at"]
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}

    async def post(parts: list[str]) -> dict[str, str]:
        given = {**form, "parts": parts}
        path = "/api/moderation/decisions/form"
        answer = await mori.http.post(path, data=given, headers=headers)
        assert answer.status_code == 303
        return params_of(answer.headers["location"])

    for wrong in ([], ["email"], ["name", "email"]):
        typed = {"subject": case["subject"], "rule": "rude", "note": "理由"}
        typed |= {"parts": ",".join(wrong)} if wrong else {}
        assert await post(wrong) == {"error": "moderation.errors.parts", **typed}
    assert (await shown_profile(mori, alex))[:2] == ("Rude Name", "Rude words")

    assert await post(["name", "picture"]) == {"done": "1"}

    assert (await shown_profile(mori, alex))[:3] == (EMPTY[0], "Rude words", None)


async def test_form_of_another_decision_ignores_the_parts_that_it_sends(
    alex: Browser, mori: Browser, case: dict[str, Any]
) -> None:
    form = {"subject": case["subject"], "decision": "warn", "seen": str(case["seen"])}
    form |= {"rule": "rude", "member": mori.member_id, "parts": "name"}
    form["edited_at"] = case["thing"]["edited_at"]
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}

    answer = await mori.http.post("/api/moderation/decisions/form", data=form, headers=headers)

    assert params_of(answer.headers["location"]) == {"done": "1"}
    assert (await shown_profile(mori, alex))[0] == "Rude Name"


@pytest.mark.usefixtures("picture_url")
async def test_command_resets_the_parts_that_it_names_and_logs_them(
    alex: Browser, visitor: Browser, moderator: Moderator
) -> None:
    subject = f"member:{alex.member_id}"
    wrong = await moderator.run("decide", subject, "warn", "--part", "bio")
    assert (wrong.code, wrong.err) == (
        1, f"Nothing was changed: warn does not fit {subject} with --part.",
    )  # fmt: skip

    done = await moderator.run("decide", subject, "reset", "--part", "picture", "--part", "bio")

    assert (done.code, (await shown_profile(visitor, alex))[:3]) == (0, ("Rude Name", None, None))
    [entry] = await moderator.record()
    assert entry.details == {"parts": "bio,picture", "rule": "other"}
    assert "parts bio,picture" in (await moderator.run("log")).out


def test_parts_are_put_in_order_and_refused_if_none_or_unknown() -> None:
    assert checked_parts(["picture", "name", "name"]) == ("name", "picture")
    for wrong in ([], ["email"], ["name", ""]):
        with pytest.raises(Refusal) as refused:
            checked_parts(wrong)
        assert (refused.value.status, refused.value.code) == (422, "moderation.errors.parts")


def test_entry_without_parts_reset_name_bio_and_picture() -> None:
    assert logged_parts({"rule": "rude"}) == ("name", "bio", "picture")
    assert logged_parts({"parts": "bio,picture"}) == ("bio", "picture")
