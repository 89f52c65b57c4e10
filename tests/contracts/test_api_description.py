"""Tests of the API description (OpenAPI) in `shared/api.json`."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.describe import API

CLIENT = Path(__file__).parents[2] / "client"
# Without the queries: a value at the end, such as in `/api/moderation/cases${search}`, is one.
ADDRESS = re.compile(r"""["`](/api/[^"`?\s]*?)(?:(?<!/)\$\{\w+\})?["`?]""")
# Of navigations and the WebSocket; the forms of pages without scripts end with "/form".
NO_OPERATIONS = {"/api/auth/google", "/api/live", "/api/profiles/me/welcome"}

DOCUMENT: dict[str, Any] = json.loads(API.read_text(encoding="utf-8"))


def operations() -> Iterator[dict[str, Any]]:
    """Yields all operations of the description."""
    for verbs in DOCUMENT["paths"].values():
        yield from verbs.values()


@pytest.mark.parametrize("id", ["createPost", "addComment"])
def test_idempotency_key_is_an_optional_header_parameter(id: str) -> None:
    [operation] = [one for one in operations() if one["operationId"] == id]
    [parameter] = [one for one in operation["parameters"] if one.get("in") == "header"]

    assert parameter["name"] == "Idempotency-Key"
    assert parameter["required"] is False
    assert (parameter["schema"]["type"], parameter["schema"]["format"]) == ("string", "uuid")


def test_no_response_promises_an_address_that_it_does_not_send() -> None:
    created = [one["responses"]["201"] for one in operations() if "201" in one["responses"]]

    assert len(created) > 5
    for response in created:
        assert "URL" not in response["description"] or "Location" in response.get("headers", {})


def test_client_requests_described_operations_only() -> None:
    texts = {str(path): path.read_text(encoding="utf-8") for path in CLIENT.rglob("*.ts*")}

    unknown = {name: found for name, text in texts.items() if (found := undescribed(text))}

    assert unknown == {}


def test_request_without_a_described_operation_is_detected() -> None:
    text = """
        getJson("/api/tip"); findJson(`/api/posts/${encodeURIComponent(id)}`);
        getJson(`/api/moderation/cases${search}`); getJson(`/api/posts/${id}/tips?page=${page}`);
    """

    assert undescribed(text) == ["/api/tip", "/api/posts/${id}/tips"]


def undescribed(text: str) -> list[str]:
    """Returns the addresses of a source of the client for which the host has no operation."""
    addresses = [one for one in ADDRESS.findall(text) if not one.endswith("/form")]
    return [one for one in addresses if one not in NO_OPERATIONS and not is_described(one)]


def is_described(address: str) -> bool:
    """Returns whether an address is the path of an operation; both may have parameters."""
    parts = address.split("/")
    paths = [path.split("/") for path in DOCUMENT["paths"]]
    return any(
        len(path) == len(parts)
        and all(a == b or "${" in a or b.startswith("{") for a, b in zip(parts, path, strict=True))
        for path in paths
    )
