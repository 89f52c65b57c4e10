"""Decisions despite edits: after saves without a change, and to hide a text or to suspend."""

import pytest

from tests.server.community.builders import add_image, add_post
from tests.server.community.holds.held_things import LINKS, hold_comment, hold_post
from tests.server.community.test_create_post import FULL, write_post
from tests.server.members import Browser, Place
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)

PROFILE = {"display_name": "Alex", "language": "ja", "bio": "お茶が好きです"}


async def test_unchanged_save_of_a_post_is_no_edit(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    ids = [await add_image(place.engine, alex.member_id) for _ in range(2)]
    images = [{"id": id, "alt": "茶"} for id in ids]
    post = await write_post(alex, **FULL, images=images)
    await report(hana, f"post:{post['id']}")
    [read] = await list_cases(mori)
    place.moment.advance(minutes=1)
    path = f"/api/posts/{post['id']}"
    same = {name: value for name, value in FULL.items() if name != "language"}
    same |= {"content": post["content"], "images": images}

    saved = await alex.change("PUT", path, json=same)

    assert saved.json() == post
    assert (await decide(mori, read, "keep")).status_code == 201
    for other in ({"images": images[::-1]}, {"rating": 5}, {"images": images[:1]}):
        assert (await alex.change("PUT", path, json=same | other)).json()["edited_at"] is not None
        await report(hana, f"post:{post['id']}")
        [case] = await list_cases(mori)
        assert (await decide(mori, read | {"seen": case["seen"]}, "keep")).status_code == 409
        assert (await decide(mori, case, "keep")).status_code == 201


async def test_unchanged_save_of_a_held_post_leaves_its_case(
    place: Place, alex: Browser, mori: Browser
) -> None:
    post = await hold_post(place.engine, alex)
    [read] = await list_cases(mori)
    place.moment.advance(minutes=1)

    same = {"content": post["content"], "title": post["title"], "rating": post["rating"]}
    saved = await alex.change("PUT", f"/api/posts/{post['id']}", json=same)

    assert saved.json()["edited_at"] is None
    assert (await decide(mori, read, "keep")).status_code == 201


async def test_language_and_unchanged_save_of_a_profile_are_no_edits(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    first = await alex.change("PUT", "/api/profiles/me", json=PROFILE)
    await report(hana, f"member:{alex.member_id}")
    [read] = await list_cases(mori)
    place.moment.advance(minutes=1)

    switched = await alex.change("PUT", "/api/profiles/me/language", json={"language": "en"})
    saved = await alex.change("PUT", "/api/profiles/me", json={**PROFILE, "language": "en"})

    assert (switched.json()["language"], saved.json()["language"]) == ("en", "en")
    assert saved.json()["updated_at"] == first.json()["updated_at"]
    assert (await decide(mori, read, "keep")).status_code == 201


@pytest.mark.parametrize(
    "decided", [("post", "suspend"), ("post", "sign-out"), ("member", "suspend")]
)
async def test_edit_does_not_refuse_a_suspension_or_a_sign_out(
    place: Place, hana: Browser, alex: Browser, mori: Browser, decided: tuple[str, str]
) -> None:
    kind, decision = decided
    post_id = await add_post(place.engine, user_id=alex.member_id, category="culture")
    await report(hana, f"post:{post_id}" if kind == "post" else f"member:{alex.member_id}")
    [read] = await list_cases(mori)
    place.moment.advance(minutes=1)
    edit = {"content": "ばか", "category": "culture"}
    await alex.change("PUT", f"/api/posts/{post_id}", json=edit)
    await alex.change("PUT", "/api/profiles/me", json={**PROFILE, "bio": "ばか"})
    assert (await decide(mori, read, "warn")).status_code == 409

    assert (await decide(mori, read, decision)).status_code == 201

    assert (await alex.get("/api/session")).json()["member"] is None


@pytest.mark.databases("sqlite")
@pytest.mark.parametrize("is_held", [False, True])
async def test_edit_does_not_refuse_to_hide_a_post(
    place: Place, hana: Browser, alex: Browser, mori: Browser, is_held: bool
) -> None:
    post = await (hold_post(place.engine, alex) if is_held else write_post(alex, **FULL))
    path = f"/api/posts/{post['id']}"
    await report(mori, f"post:{post['id']}")
    [read] = await list_cases(mori)
    place.moment.advance(minutes=1)
    assert (await alex.change("PUT", path, json={"content": LINKS})).status_code == 200

    assert (await decide(mori, read, "hide")).status_code == 201

    assert (await hana.get(path)).status_code == 404
    assert (await alex.get(path)).json()["withheld"] == "hidden"


@pytest.mark.parametrize("kind", ["post", "comment"])
async def test_edit_of_a_held_text_does_not_refuse_a_suspension(
    place: Place, hana: Browser, alex: Browser, mori: Browser, kind: str
) -> None:
    if kind == "post":
        path = f"/api/posts/{(await hold_post(place.engine, alex))['id']}"
    else:
        post_id = await add_post(place.engine, user_id=hana.member_id)
        path = f"/api/comments/{(await hold_comment(place.engine, alex, post_id))['id']}"
    [read] = await list_cases(mori)
    for content in (LINKS, f"{LINKS} 新茶"):
        place.moment.advance(minutes=1)
        assert (await alex.change("PUT", path, json={"content": content})).status_code == 200
    assert (await decide(mori, read, "keep")).status_code == 409

    assert (await decide(mori, read, "suspend")).status_code == 201

    assert await list_cases(mori) == []


async def test_decided_case_of_a_held_text_is_not_decided_again_by_a_suspension(
    place: Place, alex: Browser, mori: Browser
) -> None:
    await hold_post(place.engine, alex)
    [read] = await list_cases(mori)
    assert (await decide(mori, read, "keep")).status_code == 201

    late = await decide(mori, read, "suspend")

    assert (late.status_code, late.json()["code"]) == (409, "moderation.errors.decided")
