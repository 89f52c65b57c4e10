"""Numbers that no database column can store are refused."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.server.community.builders import add_post
from tests.server.members import Browser, Place
from tests.server.operations import grant_role

pytestmark = pytest.mark.anyio

API = Path(__file__).parents[3] / "shared" / "api.json"
HUGE = 2**63
# Fields without a maximum in the API: the rules compare them with limits of their own.
CHECKED_BY_RULES = {"rating", "price_yen", "days"}
DECISION = {"subject": "post:1", "decision": "keep", "rule": "rude"}
JSON_BODIES: dict[str, dict[str, object]] = {
    "/api/profiles/me/appeals": {"entry_id": HUGE, "note": "no"},
    "/api/moderation/appeals": {"entry_id": HUGE, "outcome": "upheld", "note": "no"},
    "/api/moderation/decisions": {**DECISION, "seen": HUGE},
    "/api/account/collections": {"name": "shincha", "post": HUGE},
}
FORMS: dict[str, dict[str, object]] = {
    "/api/profiles/me/appeals/form": {"entry_id": HUGE, "note": "no"},
    "/api/moderation/appeals/form": {"entry_id": HUGE, "outcome": "upheld", "note": "no"},
    "/api/moderation/decisions/form": {**DECISION, "seen": HUGE},
}


def unbounded_integers() -> set[str]:
    """Returns the names of the integers in JSON bodies of requests that have no maximum."""
    api = json.loads(API.read_bytes())
    found = set()
    for operations in api["paths"].values():
        for operation in operations.values():
            content = operation.get("requestBody", {}).get("content", {})
            for media in content.values():
                found |= _unbounded(media["schema"], api["components"]["schemas"], name="")
    return found


def _unbounded(schema: dict[str, Any], named: dict[str, Any], *, name: str) -> set[str]:
    """Returns the names of the integers without a maximum in a schema and those within it."""
    if "$ref" in schema:
        return _unbounded(named[schema["$ref"].rpartition("/")[2]], named, name=name)
    if "maximum" in schema:
        return set()
    found = {name} if schema.get("type") == "integer" else set()
    for choice in (*schema.get("oneOf", ()), *filter(None, [schema.get("items")])):
        found |= _unbounded(choice, named, name=name)
    for key, inner in schema.get("properties", {}).items():
        found |= _unbounded(inner, named, name=key)
    return found


def test_every_integer_of_a_body_has_a_maximum() -> None:
    assert unbounded_integers() == CHECKED_BY_RULES


@pytest.mark.parametrize("path", JSON_BODIES)
async def test_huge_number_in_a_body_is_refused(place: Place, hana: Browser, path: str) -> None:
    await grant_role(place, hana)
    for number in (HUGE, -HUGE - 1):
        body = {k: number if v == HUGE else v for k, v in JSON_BODIES[path].items()}
        assert (await hana.change("POST", path, json=body)).status_code == 400


async def test_huge_parent_of_a_comment_is_refused(place: Place, hana: Browser) -> None:
    post_id = await add_post(place.engine, user_id=hana.member_id)
    body = {"content": "Hello", "parent": HUGE}

    answer = await hana.change("POST", f"/api/posts/{post_id}/comments", json=body)

    assert answer.status_code == 400


@pytest.mark.parametrize("field", ["rating", "price_yen"])
async def test_huge_number_of_a_post_is_refused(hana: Browser, field: str) -> None:
    body = {"content": "Hello", "category": "review", "language": "en", field: HUGE}

    assert (await hana.change("POST", "/api/posts", json=body)).status_code == 422


@pytest.mark.parametrize("path", FORMS)
async def test_huge_number_in_a_form_is_refused(place: Place, hana: Browser, path: str) -> None:
    await grant_role(place, hana)
    content = urlencode({**FORMS[path], "member": hana.member_id, "language": "ja"})

    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = await hana.change("POST", path, content=content, headers=headers)

    assert answer.status_code == 400


@pytest.mark.parametrize("path", ["/api/posts/{}/like", "/api/posts/{}/saved"])
async def test_huge_number_in_an_address_is_unknown(hana: Browser, path: str) -> None:
    assert (await hana.change("PUT", path.format(HUGE))).status_code == 404
