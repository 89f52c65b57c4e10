"""Load balancer that checks readiness and retries a failed GET on the other host."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

from tests.faults.raw_http import IncompleteResponseError, Response, exchange, get

CHECK_EVERY_S = 0.1


class Balancer:
    """Load balancer like nginx or HAProxy, without sticky sessions."""

    def __init__(self, hosts: dict[int, str]) -> None:
        self._hosts = hosts
        self._numbers = count()
        self.ready = set(hosts)

    async def check_readiness(self) -> None:
        """Checks every host in a loop, and keeps `ready` up to date."""
        while True:
            for port, host in self._hosts.items():
                try:
                    request = get("/health/ready", host)
                    answer = await asyncio.wait_for(exchange(port, request), 2)
                    is_ready = answer.status == 200
                except (OSError, TimeoutError, IncompleteResponseError):
                    is_ready = False
                (self.ready.add if is_ready else self.ready.discard)(port)
            await asyncio.sleep(CHECK_EVERY_S)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            answer = await self._forward(head.split(b" ")[1].decode())
            names = "".join(f"{name}: {value}\r\n" for name, value in answer.headers.items())
            writer.write(f"HTTP/1.1 {answer.status} -\r\n{names}\r\n".encode() + answer.body)
            await writer.drain()
        finally:
            writer.close()

    async def _forward(self, path: str) -> Response:
        number = next(self._numbers)
        ports = sorted(self.ready or self._hosts)
        for port in (ports * 2)[number % len(ports) :][: len(ports)]:
            try:
                return await exchange(port, get(path, self._hosts[port]))
            except (OSError, TimeoutError, IncompleteResponseError):
                self.ready.discard(port)
        return Response(502, {"content-length": "0"}, b"")


@asynccontextmanager
async def running_balancer(hosts: dict[int, str]) -> AsyncIterator[tuple[int, Balancer]]:
    """Runs a balancer before hosts (port and Host header of each); yields its port and itself."""
    balancer = Balancer(hosts)
    checks = asyncio.ensure_future(balancer.check_readiness())
    server = await asyncio.start_server(balancer.serve, "127.0.0.1", 0)
    try:
        async with server:
            yield server.sockets[0].getsockname()[1], balancer
    finally:
        checks.cancel()
        await asyncio.gather(checks, return_exceptions=True)
