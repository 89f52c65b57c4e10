"""Marks requests of trusted proxies before the client address is replaced."""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from server.web.asgi import App, Receive, Scope, Send

IS_TRUSTED = "is_from_trusted_proxy"


class TrustedProxies:
    """Middleware that marks requests of trusted proxies; it runs before uvicorn's proxy headers."""

    def __init__(self, app: App, trusted: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(trusted)
        self._networks = tuple(
            network for name in self._names if (network := _parse_network(name)) is not None
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Marks whether the peer is trusted, before its headers replace the client's address."""
        peer, _port = scope.get("client") or ("", 0)
        scope[IS_TRUSTED] = self._is_trusted(peer)
        await self._app(scope, receive, send)

    def _is_trusted(self, peer: str) -> bool:
        """Returns whether the peer is a configured name, address or network; with `*` each is."""
        if peer in self._names or "*" in self._names:
            return True
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _parse_network(name: str) -> IPv4Network | IPv6Network | None:
    """Parses a network or address; None for other names, such as a socket's."""
    try:
        return ip_network(name, strict=False)
    except ValueError:
        return None
