"""Client address: that of the connection, unless the operator trusts the proxy at its end."""

from dataclasses import replace
from typing import Any

import pytest

from server.commands.serve import configuration
from server.settings import Settings
from server.web.asgi import Message, Scope
from server.web.rate_limits.rates import address_in

pytestmark = pytest.mark.anyio

SPOOFED = [
    (b"x-forwarded-for", b"192.0.2.99"),
    (b"x-forwarded-proto", b"https"),
    (b"x-forwarded-host", b"evil.example"),
    (b"x-real-ip", b"192.0.2.99"),
    (b"forwarded", b"for=192.0.2.99;proto=https;host=evil.example"),
]


async def received_scope(settings: Settings, peer: str) -> Scope:
    """Returns the scope that the site receives for a request from `peer` with SPOOFED headers."""
    seen: list[Scope] = []

    async def site(scope: Scope, _receive: Any, _send: Any) -> None:
        seen.append(scope)

    config = configuration(site, settings)
    config.load()
    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "scheme": "http",
        "client": (peer, 1),
        "server": ("127.0.0.1", 8000),
        "headers": [(b"host", b"tea.example"), *SPOOFED],
    }

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(_message: Message) -> None:
        return

    await config.loaded_app(scope, receive, send)
    return seen[0]


@pytest.mark.parametrize("trusted", [(), ("10.0.0.1",)])
@pytest.mark.parametrize("peer", ["203.0.113.7", "127.0.0.1"])
async def test_forwarded_headers_of_an_untrusted_peer_are_ignored(
    settings: Settings, trusted: tuple[str, ...], peer: str
) -> None:
    scope = await received_scope(replace(settings, trusted_proxies=trusted), peer)

    assert (address_in(scope), scope["scheme"]) == (peer, "http")


async def test_forwarded_headers_of_a_trusted_proxy_are_used(settings: Settings) -> None:
    scope = await received_scope(replace(settings, trusted_proxies=("10.0.0.1",)), "10.0.0.1")

    assert (address_in(scope), scope["scheme"]) == ("192.0.2.99", "https")
