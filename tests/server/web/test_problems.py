"""Errors are answered as problem documents or pages, without internal details."""

from collections.abc import AsyncIterator
from typing import Any, cast

import httpx
import msgspec
import pytest
from litestar import Litestar, get, post
from litestar.params import JSONBody

from server.errors import Refusal
from server.pages.page_renderer import PageResponse, html_response
from server.web.asgi import App
from server.web.problems import AnyRequest, SiteRequest, exception_handlers

pytestmark = pytest.mark.anyio


class Leaf(msgspec.Struct, forbid_unknown_fields=True):
    """Body of the test's endpoint."""

    name: str


async def render_error_page(_request: AnyRequest, status: int) -> PageResponse:
    return html_response(status, b"<main>page</main>", ())


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """Yields a client of an application whose handlers fail in several ways."""

    @post("/api/leaves")
    async def add(data: JSONBody[Leaf]) -> Leaf:
        return data

    @get("/api/refused")
    async def refuse() -> None:
        raise Refusal("createPost.errors.contentTooLong", 422, params={"most": 300})

    @get(["/api/crash", "/crash"])
    async def crash() -> None:
        raise RuntimeError("secret of /srv/tea")

    app = Litestar(
        route_handlers=[add, refuse, crash],
        exception_handlers=exception_handlers(render_error_page),
        request_class=SiteRequest,
        request_max_body_size=100_000,
        logging_config=None,
        openapi_config=None,
    )
    transport = httpx.ASGITransport(cast("App", app), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://tea.example") as http:
        yield http


async def test_refusal_is_a_problem_with_code_and_params(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/api/refused")

    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json() == {
        "type": "/problems/createPost.errors.contentTooLong",
        "title": "Unprocessable Entity",
        "status": 422,
        "code": "createPost.errors.contentTooLong",
        "params": {"most": 300},
    }


async def test_client_that_leaves_within_its_body_is_no_error_of_the_host(
    client: httpx.AsyncClient,
) -> None:
    sent: list[Any] = []
    received = [{"type": "http.request", "body": b"{", "more_body": True}]

    async def receive() -> Any:
        return received.pop() if received else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/leaves",
        "raw_path": b"/api/leaves",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "state": {},
    }
    await cast("Any", client)._transport.app(scope, receive, send)

    assert sent[0]["status"] == 400


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"[" * 50_000, 400),
        (b'{"name":' * 5_000 + b"1" + b"}" * 5_000, 400),
        (b'{"name": "\xff\xfe"}', 400),
        (b'{"name": "\\ud800"}', 400),
        (b"{", 400),
        (b'{"name": 1}', 400),
        (b'{"name": "x", "likes": 3}', 400),
        (b'{"name": "' + b"x" * 200_000 + b'"}', 413),
        (b'{"name": "x"}', 201),
    ],
)
async def test_malformed_body_answers_400_and_oversized_body_413(
    client: httpx.AsyncClient, content: bytes, status: int
) -> None:
    answer = await client.post(
        "/api/leaves", content=content, headers={"content-type": "application/json"}
    )

    assert answer.status_code == status
    assert "Traceback" not in answer.text


async def test_unhandled_exception_answers_500_without_details(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/crash")

    assert answer.status_code == 500
    assert answer.json()["code"] == "internal"
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("path", "accept", "is_page"),
    [
        ("/nothing", "text/html,*/*;q=0.8", True),
        ("/nothing", "*/*", True),
        ("/nothing.js", "*/*", False),
        ("/nothing.php", "text/html", True),
        ("/nothing", "application/json", False),
        ("/api/nothing", "text/html", False),
        ("/api", "text/html", False),
        ("/crash", "text/html", True),
    ],
)
async def test_error_is_a_page_for_browsers_and_a_problem_for_the_api(
    client: httpx.AsyncClient, path: str, accept: str, is_page: bool
) -> None:
    answer = await client.get(path, headers={"accept": accept})

    expected = "text/html; charset=utf-8" if is_page else "application/problem+json"
    assert answer.headers["content-type"] == expected
    assert answer.status_code in (404, 500)


async def test_wrong_method_answers_405_with_the_allowed_methods(client: httpx.AsyncClient) -> None:
    answer = await client.delete("/api/leaves")

    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]
    assert answer.json()["code"] == "method-not-allowed"
