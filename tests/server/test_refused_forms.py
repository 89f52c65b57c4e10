"""Forms sent without scripts that a guard refuses: they lead to a page with the typed text."""

import re

import httpx
import pytest

from server.accounts.sessions.rules import return_path
from server.contracts.limits import LIMITS
from tests.conftest import ORIGIN
from tests.server.members import Browser, Place, params_of, path_of
from tests.server.moderation.test_cases import mori

pytestmark = pytest.mark.anyio

__all__ = ["mori"]

NOTE = "お茶の話でした"
# Fields of decisions that must not be in a link, which could preselect them for a moderator.
CHOICES = {
    "decision": "remove",
    "days": "9",
    "everything": "1",
    "outcome": "upheld",
    "role": "none",
}
FORMS = {
    "/api/moderation/decisions/form": "/ja/moderation",
    "/api/moderation/appeals/form": "/ja/moderation",
    "/api/moderation/entries/7/undo/form": "/ja/moderation",
    "/api/moderation/roles/form": "/ja/moderation/roles",
    "/api/profiles/me/appeals/form": "/ja/account",
    "/api/notifications/read/form": "/ja/notifications",
}


async def send(browser: Browser, path: str, **fields: str) -> httpx.Response:
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN, "accept": "text/html"}
    return await browser.http.post(f"{path}?language=ja", data=fields, headers=headers)


@pytest.mark.parametrize(("path", "page"), FORMS.items())
async def test_form_of_an_ended_session_leads_to_the_login(
    visitor: Browser, path: str, page: str
) -> None:
    answer = await send(visitor, path, member="x", note=NOTE, reason=NOTE, **CHOICES)

    location = answer.headers["location"]
    assert (answer.status_code, path_of(location)) == (303, "/ja/login")
    if "notifications" in path:
        return
    back = params_of(location)["return"]
    assert re.split("[?#]", back)[0] == page
    assert NOTE in params_of(back).values()
    assert CHOICES.keys().isdisjoint(params_of(back))


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/api/account/follows/form", {"follow": "cultivar:saemidori"}),
        ("/api/account/hidden/form", {"hide": "someone"}),
        ("/api/account/sharing/form", {"favourites": "on", "collections": "one"}),
    ],
)
async def test_choices_of_an_ended_session_are_in_the_path_to_return_to(
    visitor: Browser, path: str, fields: dict[str, str]
) -> None:
    location = (await send(visitor, path, member="x", **fields)).headers["location"]

    back = params_of(location)["return"]
    assert path_of(back) == "/ja/account"
    assert fields.items() <= params_of(back).items()


@pytest.mark.parametrize("surplus", [0, 1])
async def test_text_is_left_out_if_the_path_to_return_to_would_be_too_long(
    visitor: Browser, surplus: int
) -> None:
    room = LIMITS.return_path_bytes - len("/ja/account?hidden=required&words=#hidden")
    typed = "a" * (room + surplus)

    answer = await send(visitor, "/api/account/hidden/form", member="x", words=typed)

    kept = "" if surplus else f"&words={typed}"
    back = params_of(answer.headers["location"])["return"]
    assert back == f"/ja/account?hidden=required{kept}#hidden"
    assert return_path(back) == back


@pytest.mark.parametrize("path", [path for path in FORMS if "/moderation/" in path])
async def test_moderators_form_of_a_member_leads_to_the_page_that_refuses(
    hana: Browser, path: str
) -> None:
    answer = await send(hana, path, member=hana.member_id)

    location = answer.headers["location"]
    assert (answer.status_code, path_of(location)) == (303, FORMS[path])
    # The queue page opens the form of the entry that the path names.
    again = {"undo": "7"} if path.endswith("/7/undo/form") else {}
    assert params_of(location) == {"error": "forbidden", **again}


@pytest.mark.parametrize(
    ("path", "address", "fields"),
    [
        (
            "/api/moderation/decisions/form",
            "/ja/moderation?error=app.anotherMember",
            {"subject": "post:7", "decision": "keep", "seen": "1", "rule": "spam", "note": NOTE},
        ),
        (
            "/api/moderation/entries/7/undo/form",
            "/ja/moderation?error=app.anotherMember",
            {"note": NOTE},
        ),
        (
            "/api/moderation/appeals/form",
            "/ja/moderation?error=app.anotherMember",
            {"entry_id": "7", "outcome": "upheld", "note": NOTE},
        ),
        (
            "/api/profiles/me/appeals/form",
            "/ja/account?appeal=anotherMember#decisions",
            {"entry_id": "7", "note": NOTE},
        ),
        (
            "/api/account/hidden/form",
            "/ja/account?hidden=anotherMember#hidden",
            {"words": NOTE, "categories": "shop"},
        ),
        ("/api/account/notifications/form", "/ja/notifications?choices=anotherMember#choices", {}),
        ("/api/notifications/read/form", "/ja/notifications?read=refused", {}),
    ],
)
async def test_form_of_another_members_page_is_refused_without_its_texts(
    mori: Browser, hana: Browser, path: str, address: str, fields: dict[str, str]
) -> None:
    answer = await send(mori, path, member=hana.member_id, language="ja", **fields)

    assert (answer.status_code, answer.headers["location"]) == (303, address)


async def test_appeal_above_the_rate_leads_back_with_its_text(
    stopped_limits: None, hana: Browser
) -> None:
    fields = {"member": hana.member_id, "entry_id": "5", "note": NOTE}
    path = "/api/profiles/me/appeals/form"
    for _ in range(30):
        await send(hana, path, **fields)

    answer = await send(hana, path, **fields)

    location = answer.headers["location"]
    assert (answer.status_code, path_of(location)) == (303, "/ja/account")
    # The rest of this hour, which began 30 s ago, and 1/30 of the next.
    assert params_of(location) == {
        "appeal": "tooManyRequests", "wait": str(3600 - 30 + 120), "entry_id": "5", "note": NOTE,
    }  # fmt: skip
    assert location.endswith("#decisions")


async def test_other_clients_get_a_problem_document(place: Place, visitor: Browser) -> None:
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN, "accept": "application/json"}
    for path in FORMS:
        answer = await visitor.http.post(path, data={"member": "x"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "login.required"), path
