"""A page that the table knows is drawn without the framework, which answers all that fails."""

from collections.abc import Mapping

import pytest

from server.contracts.routes import LANGUAGES, ROUTES
from server.errors import Refusal
from server.pages.answer import PageAnswer, html_answer
from server.pages.asking import Draw, Draws
from server.pages.handlers import FAILURE, ShortWay
from server.web.asgi import Message, Receive, Scope, Send

pytestmark = pytest.mark.anyio


class Framework:
    """Notes what reaches it."""

    def __init__(self) -> None:
        self.seen: list[Scope] = []

    async def __call__(self, scope: Scope, _receive: Receive, _send: Send) -> None:
        self.seen.append(scope)


async def receive() -> Message:
    raise AssertionError("a page reads no body")


async def asked(way: ShortWay, scope: Scope) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await way(scope, receive, send)
    return sent


def get(path: str, method: str = "GET") -> Scope:
    return {"type": "http", "method": method, "path": path}


def drawn_by(*failures: Exception) -> Draws:
    """Every page says which one it is, once nothing fails any more."""
    left = list(failures)

    def draw_of(name: str, language: str) -> Draw:
        async def draw(_scope: Scope, params: Mapping[str, str]) -> PageAnswer:
            if left:
                raise left.pop(0)
            return html_answer(200, f"{name} {language} {dict(params)}".encode(), ())

        return draw

    return {(name, language): draw_of(name, language) for name in ROUTES for language in LANGUAGES}


async def test_a_page_is_drawn_with_what_its_address_names() -> None:
    framework = Framework()
    scope = get("/ja/cultivars/yabukita")

    _, body = await asked(ShortWay(framework, drawn_by()), scope)

    assert body["body"] == b"cultivar ja {'id': 'yabukita'}"
    assert scope["path_template"] == "/ja/cultivars/{id}"
    assert not framework.seen


@pytest.mark.parametrize(
    "scope",
    [
        get("/cultivars", "POST"),
        get("/cultivars", "OPTIONS"),
        get("/cultivars/Yabukita"),
        get("/api/posts"),
        get("/nothing/such"),
        {"type": "websocket", "path": "/cultivars"},
        {"type": "lifespan"},
    ],
)
async def test_what_is_no_reading_of_a_page_is_the_frameworks(scope: Scope) -> None:
    framework = Framework()

    assert await asked(ShortWay(framework, drawn_by()), scope) == []

    assert framework.seen == [scope]


@pytest.mark.parametrize("failure", [Refusal("app.unavailable", 503), RuntimeError("a crash")])
async def test_what_failed_is_answered_by_the_framework_and_not_tried_again(
    failure: Exception,
) -> None:
    framework = Framework()

    assert await asked(ShortWay(framework, drawn_by(failure)), get("/community")) == []

    [scope] = framework.seen
    assert scope[FAILURE] is failure
    assert scope["path"] == "/community"
