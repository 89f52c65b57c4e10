"""Whoever changes anything has their own public page drawn anew, whatever it was."""

from server.cache.purging import Purge
from server.edge.asgi import App, Message, Receive, Scope, Send
from server.viewer import Member

CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})


class OwnChanges:
    """Stands inside the authentication; the change is stored by the time its answer starts."""

    def __init__(self, app: App, purge: Purge) -> None:
        self._app = app
        self._purge = purge

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        member = scope.get("user")
        if scope["type"] != "http" or scope["method"] not in CHANGING:
            await self._app(scope, receive, send)
            return

        async def purge_first(message: Message) -> None:
            is_done = message["type"] == "http.response.start" and message["status"] < 300
            if is_done and isinstance(member, Member):
                await self._purge({f"member:{member.id}"})
            await send(message)

        await self._app(scope, receive, purge_first)
