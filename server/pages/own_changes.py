"""Whoever changes how they are shown, or leaves, has every page that shows them drawn anew."""

from collections.abc import Callable

from server.realtime.events import MemberChanged
from server.web.asgi import App, Message, Receive, Scope, Send

CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
OWN = ("/api/profiles/", "/api/account")

Tell = Callable[[MemberChanged], None]


class OwnChanges:
    """Stands before the handlers; the change is stored by the time its answer starts."""

    def __init__(self, app: App, tell: Tell) -> None:
        self._app = app
        self._tell = tell

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_change = scope["type"] == "http" and scope["method"] in CHANGING
        if not is_change or not scope["path"].startswith(OWN):
            await self._app(scope, receive, send)
            return

        async def tell_first(message: Message) -> None:
            if message["type"] == "http.response.start" and _may_be_true(message["status"]):
                self._tell(MemberChanged())
            await send(message)

        await self._app(scope, receive, tell_first)


def _may_be_true(status: int) -> bool:
    """What broke off may have been stored before it did."""
    return not 300 <= status < 500
