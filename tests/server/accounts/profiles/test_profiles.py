"""A member's own profile, and the public part of it."""

from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.members import Browser, Loopback, Place
from tests.server.sites import patient_site

pytestmark = pytest.mark.anyio

PROFILE = {
    "display_name": "はな",
    "bio": "静岡の一番茶\r\nが好き",
    "language": "en",
    "favorite_tea_type": "sencha",
    "favorite_tea_variety": "saemidori",
}


async def test_profile_is_saved_with_all_fields(place: Place, hana: Browser) -> None:
    place.moment.advance(minutes=5)

    answer = await hana.change("PUT", "/api/profiles/me", json=PROFILE)

    kept = {
        **PROFILE,
        "bio": "静岡の一番茶\nが好き",
        "id": hana.member_id,
        "email": "hana@example.com",
        "avatar_url": None,
        "created_at": "2026-11-21T04:05:00Z",
        "updated_at": "2026-11-21T04:05:00Z",
        "joined_at": "2026-11-21T04:00:00Z",
        "posts_count": 0,
        "liked_count": 0,
        "role": None,
    }
    assert answer.json() == kept
    assert (await hana.get("/api/profiles/me")).json() == kept
    assert (await hana.read_session())["member"] == kept


async def test_site_name_is_refused_as_a_display_name(place: Place) -> None:
    settings = replace(place.settings, site_name_en="Tea House", site_name_ja="茶畑 はな")
    loopback = Loopback()
    loopback.app = patient_site(settings, FakePool(), now=place.moment, provider_transport=loopback)
    async with running(loopback.app), replace(place, app=loopback.app).browser() as hana:
        await hana.sign_in("development-hana")
        brought = (await hana.read_session())["member"]["display_name"]
        refused = await hana.change(
            "PUT", "/api/profiles/me", json={**PROFILE, "display_name": "Теа House 公式"}
        )

    assert brought == "hana"
    assert refused.status_code == 422
    assert refused.json()["code"] == "profileEdit.errors.displayNameReserved"


async def test_omitted_and_blank_fields_are_cleared(hana: Browser) -> None:
    await hana.change("PUT", "/api/profiles/me", json=PROFILE)

    profile = {"display_name": "はな", "language": "ja", "bio": " \u3000", "favorite_tea_type": ""}
    answer = await hana.change("PUT", "/api/profiles/me", json=profile)

    kept = answer.json()
    assert kept["bio"] is kept["favorite_tea_type"] is kept["favorite_tea_variety"] is None


@pytest.mark.parametrize(
    ("profile", "code"),
    [
        ({"display_name": ""}, "displayNameRequired"),
        ({"display_name": "x" * 51}, "displayNameTooLong"),
        ({"display_name": "a\u202eb"}, "displayNameNotAllowed"),
        ({"display_name": "a\u0000b"}, "displayNameNotAllowed"),
        ({"display_name": "運営"}, "displayNameReserved"),
        ({"bio": "x" * 501}, "bioTooLong"),
        ({"bio": "a\u0000b"}, "bioNotAllowed"),
        ({"bio": "a\u202eb"}, "bioNotAllowed"),
        ({"favorite_tea_type": "cola"}, "unknownTeaType"),
        ({"favorite_tea_variety": "sencha"}, "unknownCultivar"),
    ],
)
async def test_invalid_profile_is_refused_and_not_stored(
    place: Place, hana: Browser, profile: dict[str, str], code: str
) -> None:
    before = await place.dump()

    answer = await hana.change("PUT", "/api/profiles/me", json=PROFILE | profile)

    assert answer.status_code == 422
    assert answer.json()["code"] == f"profileEdit.errors.{code}"
    assert await place.dump() == before


@pytest.mark.parametrize(
    "profile",
    [
        {"id": "x"},
        {"email": "x@example.com"},
        {"avatar_url": "javascript:x"},
        {"created_at": "2020-01-01T00:00:00Z"},
        {"updated_at": "2020-01-01T00:00:00Z"},
        {"joined_at": "2020-01-01T00:00:00Z"},
        {"posts_count": 9},
        {"language": "fr"},
        {"language": None},
        {"display_name": None},
        {"display_name": ["x"]},
        {"bio": 3},
    ],
)
async def test_profile_with_a_read_only_field_or_wrong_type_is_refused_with_400(
    place: Place, hana: Browser, profile: dict[str, Any]
) -> None:
    before = await place.dump()

    answer = await hana.change("PUT", "/api/profiles/me", json=PROFILE | profile)

    assert answer.status_code == 400
    assert await place.dump() == before


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff", b"[" * 9000, b'{"display_name":"\\ud800"}']
)
async def test_malformed_body_is_refused_with_400(hana: Browser, body: bytes) -> None:
    answer = await hana.change(
        "PUT", "/api/profiles/me", content=body, headers={"content-type": "application/json"}
    )

    assert answer.status_code == 400


async def test_public_profile_omits_the_email_address(hana: Browser, visitor: Browser) -> None:
    await hana.change("PUT", "/api/profiles/me", json=PROFILE)

    answer = await visitor.get(f"/api/profiles/{hana.member_id}")

    assert answer.json() == {
        "id": hana.member_id,
        "display_name": "はな",
        "bio": "静岡の一番茶\nが好き",
        "avatar_url": None,
        "favorite_tea_type": "sencha",
        "favorite_tea_variety": "saemidori",
        "joined_at": "2026-11-21T04:00:00Z",
        "posts_count": 0,
    }


@pytest.mark.parametrize("id", ["nobody", "0", "%00", "x" * 300, "..", "%27%20OR%201=1"])
async def test_profile_of_an_unknown_member_answers_404_or_400(visitor: Browser, id: str) -> None:
    answer = await visitor.get(f"/api/profiles/{id}")

    assert answer.status_code in (400, 404)
    if answer.status_code == 404 and id != "..":
        assert answer.json()["code"] in ("PGRST116", "not-found")


async def test_missing_profile_answers_404_pgrst116_and_can_be_saved(
    place: Place, hana: Browser
) -> None:
    async with place.engine.begin() as connection:
        await connection.execute(sa.text("DELETE FROM profiles"))

    missing = await hana.get("/api/profiles/me")
    session = await hana.read_session()
    language = await hana.change("PUT", "/api/profiles/me/language", json={"language": "en"})
    saved = await hana.change("PUT", "/api/profiles/me", json=PROFILE)

    assert (missing.status_code, missing.json()["code"]) == (404, "PGRST116")
    assert language.status_code == 404
    member = session["member"]
    assert (member["display_name"], member["language"]) == ("茶畑 はな", "ja")
    assert member["created_at"] == member["updated_at"] == "2026-11-21T04:00:00Z"
    assert saved.json()["display_name"] == "はな"


async def test_language_is_saved_without_other_fields(hana: Browser) -> None:
    answer = await hana.change("PUT", "/api/profiles/me/language", json={"language": "en"})

    assert answer.json()["language"] == "en"
    assert answer.json()["display_name"] == "茶畑 はな"


async def test_email_address_is_updated_from_the_provider_at_sign_in(
    place: Place, hana: Browser
) -> None:
    async with place.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE profiles SET email = 'old@example.com'"))

    await hana.sign_in("development-hana")

    assert (await hana.read_session())["member"]["email"] == "hana@example.com"
