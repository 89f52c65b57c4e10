"""Reads: GET, HEAD, OPTIONS and page views store nothing; responses to members are private."""

import pytest

from server.contracts.routes import LANGUAGES, ROUTES, path_for
from tests.server.members import Browser, Place
from tests.server.operations import READINGS, TABLE, dump_site, prepare_path, send_request

pytestmark = pytest.mark.anyio


async def test_get_head_and_options_change_nothing(place: Place, hana: Browser) -> None:
    paths = {name: await prepare_path(name, hana, place) for name in READINGS}
    before = await dump_site(place)

    for name, path in paths.items():
        await send_request(hana, name, path)
        await hana.http.request("HEAD", path)
        await hana.http.request("OPTIONS", path)

    assert await dump_site(place) == before


async def test_viewing_a_page_changes_nothing(place: Place, hana: Browser) -> None:
    ids = {
        "member": hana.member_id,
        "cultivar": "saemidori",
        "post": "1",
        "postEdit": "1",
        "breeder": "kyoto",
        "prefecture": "kyoto",
    }
    paths = [
        path_for(
            name,
            language,
            params={"id": ids.get(name, "x"), "a": "seimei", "b": "saemidori", "code": "0"},
        )
        for name in ROUTES
        for language in LANGUAGES
    ]
    before = await dump_site(place)

    for path in paths:
        answer = await hana.get(path, headers={"accept": "text/html"})
        # Nothing is reported, there are no posts and collections, and the member has no role.
        is_missing = path.endswith(("/report", "/moderation", "/moderation/roles")) or any(
            name in path for name in ("/post/", "/collections/")
        )
        assert answer.status_code == (404 if is_missing else 200), path
        assert "no-store" in answer.headers["cache-control"], path

    assert len(paths) >= 38
    assert await dump_site(place) == before


async def test_responses_to_members_are_not_cacheable(place: Place, hana: Browser) -> None:
    cacheable = []
    for name in READINGS:
        if TABLE[name].nobody == 401 or name == "GET /api/session":
            path = await prepare_path(name, hana, place)
            for answer in (await hana.get(path), await hana.get(f"{path}/nothing")):
                control = answer.headers.get("cache-control", "")
                cacheable += [] if "no-store" in control else [f"{answer.url}: {control}"]

    assert not cacheable


async def test_api_responses_have_no_cors_headers(place: Place, hana: Browser) -> None:
    for name in READINGS:
        path = await prepare_path(name, hana, place)
        answer = await hana.get(path, headers={"origin": "https://evil.example"})
        assert not [header for header in answer.headers if header.startswith("access-control-")]
