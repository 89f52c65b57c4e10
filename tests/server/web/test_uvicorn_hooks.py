"""Internals of uvicorn that the guard against slow clients overrides or reads."""

import inspect

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from server.web.slow_client_guard import SlowClientGuard

OVERRIDDEN = {
    "connection_made": ["self", "transport"],
    "connection_lost": ["self", "exc"],
    "data_received": ["self", "data"],
    "on_message_begin": ["self"],
    "on_url": ["self", "url"],
    "on_header": ["self", "name", "value"],
    "on_headers_complete": ["self"],
    "on_body": ["self", "body"],
    "on_message_complete": ["self"],
    "pause_writing": ["self"],
    "resume_writing": ["self"],
    "send_400_response": ["self", "msg"],
    "timeout_keep_alive_handler": ["self"],
}


@pytest.mark.parametrize("name", OVERRIDDEN)
def test_overridden_hook_has_the_known_parameters(name: str) -> None:
    assert list(inspect.signature(getattr(HttpToolsProtocol, name)).parameters) == OVERRIDDEN[name]


def test_guard_overrides_no_other_hook() -> None:
    shared = {
        name
        for name in vars(SlowClientGuard)
        if not name.startswith("__") and hasattr(HttpToolsProtocol, name)
    }

    assert shared == set(OVERRIDDEN)


def test_request_cycle_takes_the_transport_that_joins_head_and_body() -> None:
    assert "transport" in inspect.signature(RequestResponseCycle).parameters
    assert callable(HttpToolsProtocol._should_upgrade)
