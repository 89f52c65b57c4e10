"""Tests of the API description (OpenAPI) in `shared/api.json`."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from server.describe import API

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
