"""Every endpoint against everybody who may ask it: the table is whole, or this test fails."""

from typing import NamedTuple

import httpx
import pytest

from server.describe import describe
from tests.conftest import ORIGIN
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

PROFILE = {"display_name": "Hana", "language": "en"}


class Row(NamedTuple):
    """What visitor, member and a signed-out cookie get for one request."""

    visitor: int
    member: int
    body: object = None


# {other} is another member's id, {session} another member's session.
TABLE = {
    "GET /api/session": Row(200, 200),
    "DELETE /api/session": Row(401, 204),
    "POST /api/session/refresh": Row(401, 200),
    "GET /api/sessions": Row(401, 200),
    "DELETE /api/sessions": Row(401, 204),
    "DELETE /api/sessions/{id}": Row(401, 404),
    "GET /api/profiles/me": Row(401, 200),
    "PUT /api/profiles/me": Row(401, 200, PROFILE),
    "PUT /api/profiles/me/language": Row(401, 200, {"language": "en"}),
    "PUT /api/profiles/me/avatar": Row(401, 400),
    "DELETE /api/profiles/me/avatar": Row(401, 204),
    "GET /api/profiles/{id}": Row(200, 200),
    "GET /api/account/export": Row(401, 200),
    "DELETE /api/account": Row(401, 422, {"confirmation": "somebody", "posts": "remove"}),
    "GET /api/operator": Row(200, 200),
    "GET /health/live": Row(200, 200),
    "GET /health/ready": Row(200, 200),
}
CHANGES = [name for name in TABLE if not name.startswith("GET")]


def described() -> set[str]:
    import json  # noqa: PLC0415 (only this reads the description)

    paths = json.loads(describe())["paths"]
    return {f"{verb.upper()} {path}" for path, verbs in paths.items() for verb in verbs}


def test_no_endpoint_is_missing_from_the_table() -> None:
    assert described() == set(TABLE)


async def ask(
    browser: Browser, name: str, *, of: str, headers: dict[str, str] | None = None
) -> httpx.Response:
    verb, path = name.split()
    body = TABLE[name].body
    return await browser.change(
        verb, path.replace("{id}", of), headers=headers or {}, **({"json": body} if body else {})
    )


@pytest.fixture
async def others_id(alex: Browser, request: pytest.FixtureRequest) -> str:
    return alex.member_id


@pytest.mark.parametrize("name", TABLE)
async def test_visitor_member_and_former_member(
    place: Place, visitor: Browser, hana: Browser, others_id: str, name: str
) -> None:
    async with place.browser() as former:
        await former.sign_in("development-hana")
        token = former.token
        await former.change("DELETE", "/api/session")
        former.token = token or ""

        row = TABLE[name]
        before = await place.dump()
        assert (await ask(visitor, name, of=others_id)).status_code == row.visitor
        assert (await ask(former, name, of=others_id)).status_code == row.visitor
        assert await place.dump() == before
    assert (await ask(hana, name, of=others_id)).status_code == row.member


@pytest.mark.parametrize("name", CHANGES)
@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"sec-fetch-site": "same-origin", "origin": "https://evil.example"},
        {"sec-fetch-site": "", "origin": "null"},
        {"sec-fetch-site": "", "origin": ""},
        {"sec-fetch-site": "", "origin": f"{ORIGIN}.evil.example"},
        {"sec-fetch-site": "", "origin": "http://localhost:9999"},
        {"x-csrf-token": ""},
        {"x-csrf-token": "A" * 43},
    ],
)
async def test_another_sites_change_is_refused(
    place: Place, hana: Browser, name: str, headers: dict[str, str]
) -> None:
    before = await place.dump()

    answer = await ask(hana, name, of=hana.member_id, headers=headers)

    assert (answer.status_code, answer.json()["code"]) == (403, "app.forbidden")
    assert await place.dump() == before


async def test_a_token_of_another_session_is_refused(hana: Browser, alex: Browser) -> None:
    answer = await hana.change(
        "PUT", "/api/profiles/me", json=PROFILE, headers={"x-csrf-token": alex.csrf}
    )

    assert answer.status_code == 403


async def test_an_older_browser_is_known_by_its_origin(hana: Browser) -> None:
    answer = await hana.change(
        "PUT", "/api/profiles/me", json=PROFILE, headers={"sec-fetch-site": ""}
    )

    assert answer.status_code == 200


@pytest.mark.parametrize("name", [name for name in CHANGES if TABLE[name].body])
@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"]
)
async def test_a_change_is_json_or_nothing(
    place: Place, hana: Browser, name: str, media_type: str
) -> None:
    verb, path = name.split()
    before = await place.dump()

    answer = await hana.change(
        verb, path, content=b'{"language": "en"}', headers={"content-type": media_type}
    )

    assert answer.status_code == 415
    assert await place.dump() == before


async def test_reading_changes_nothing(place: Place, hana: Browser) -> None:
    before = await place.dump()

    for name in TABLE:
        if name.startswith("GET"):
            await ask(hana, name, of=hana.member_id)

    assert await place.dump() == before


async def test_no_answer_opens_the_site_to_another(hana: Browser) -> None:
    answer = await hana.get("/api/session", headers={"origin": "https://evil.example"})

    assert not [name for name in answer.headers if name.startswith("access-control-")]


@pytest.mark.parametrize("path", ["/api/session", "/api/profiles/me", "/api/sessions"])
async def test_what_is_for_one_is_kept_by_nobody(hana: Browser, path: str) -> None:
    assert (await hana.get(path)).headers["cache-control"] == "private, no-store"
