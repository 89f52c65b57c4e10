"""Pages for members contain the member and are not cacheable."""

import json

import pytest

from tests.fake_build import FakePool
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


def last_payload(pool: FakePool) -> dict[str, object]:
    """Returns the payload of the last rendered page."""
    payload: dict[str, object] = json.loads(pool.payloads[-1])
    return payload


async def test_visitor_page_contains_no_member(visitor: Browser, pool: FakePool) -> None:
    answer = await visitor.get("/about")

    assert last_payload(pool)["viewer"] is None
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "status"), [("/about", 200), ("/nothing", 404), ("/profile", 200)]
)
async def test_page_for_a_member_contains_the_member_and_is_not_cacheable(
    hana: Browser, pool: FakePool, path: str, status: int
) -> None:
    answer = await hana.get(path, headers={"accept": "text/html"})

    assert answer.status_code == status
    assert last_payload(pool)["viewer"] == {
        "id": hana.member_id,
        "display_name": "茶畑 はな",
        "avatar_url": None,
        "language": "ja",
    }
    assert answer.headers["cache-control"] == "private, no-store"
    assert "hana@example.com" not in json.dumps(last_payload(pool)["viewer"])


@pytest.mark.parametrize("path", ["/profile", "/profile/edit", "/create"])
@pytest.mark.parametrize("prefix", ["", "/ja"])
async def test_member_page_redirects_a_visitor_to_the_login(
    visitor: Browser, prefix: str, path: str
) -> None:
    answer = await visitor.get(f"{prefix}{path}?a=b")

    assert answer.status_code == 302
    assert answer.headers["location"] == f"{prefix}/login?return={prefix}{path}%3Fa%3Db"


async def test_cached_head_never_comes_from_a_members_page(
    hana: Browser, visitor: Browser, pool: FakePool
) -> None:
    await hana.get("/terms")
    pool.is_down = True

    answer = await visitor.get("/terms")

    assert "terms in en" not in answer.text


async def test_public_page_renders_and_endpoint_answers_503_without_session_table(
    place: Place, hana: Browser
) -> None:
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE sessions RENAME TO gone")

    page = await hana.get("/about")
    session = await hana.get("/api/session")

    assert page.status_code == 200
    assert (session.status_code, session.json()["code"]) == (503, "app.unavailable")
    assert session.headers["retry-after"]


async def test_sign_in_shows_the_specified_error_when_the_account_is_not_saved(
    place: Place, visitor: Browser
) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE profiles RENAME TO gone")

    answer = await visitor.get(back)

    assert answer.headers["location"] == (
        "/auth/callback?error=server_error&error_description=Database+error+saving+new+user"
    )
    assert await place.count("accounts") == 0
    assert await place.count("sessions") == 0
