"""What goes wrong is answered honestly, in one shape, and gives nothing away."""

from collections.abc import AsyncIterator
from typing import cast

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
    """What the test's endpoint takes."""

    name: str


async def render_error_page(_request: AnyRequest, status: int) -> PageResponse:
    return html_response(status, b"<main>page</main>", ())


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
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
    async with httpx.AsyncClient(transport=transport, base_url="http://tea.example") as asking:
        yield asking


async def test_a_refusal_carries_its_code_and_what_its_sentence_needs(
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
async def test_a_malformed_body_is_the_senders_mistake(
    client: httpx.AsyncClient, content: bytes, status: int
) -> None:
    answer = await client.post(
        "/api/leaves", content=content, headers={"content-type": "application/json"}
    )

    assert answer.status_code == status
    assert "Traceback" not in answer.text


async def test_a_crash_is_told_without_its_reason(client: httpx.AsyncClient) -> None:
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
async def test_people_get_a_page_and_code_gets_a_problem(
    client: httpx.AsyncClient, path: str, accept: str, is_page: bool
) -> None:
    answer = await client.get(path, headers={"accept": accept})

    expected = "text/html; charset=utf-8" if is_page else "application/problem+json"
    assert answer.headers["content-type"] == expected
    assert answer.status_code in (404, 500)


async def test_a_wrong_method_names_the_right_ones(client: httpx.AsyncClient) -> None:
    answer = await client.delete("/api/leaves")

    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]
    assert answer.json()["code"] == "method-not-allowed"
