"""Serves the site until it is told to stop, and says what it is doing."""

import asyncio
import signal
import socket
from collections.abc import Callable

import structlog
import uvicorn

from server.app import create_app
from server.commands.migrating import migrate_database
from server.commands.seeding import plant
from server.edge.connection import PatientConnection
from server.edge.logs import configure_logs
from server.errors import StartRefused
from server.settings import Settings

GRACE_S = 5
KEEP_ALIVE_S = 15
SOCKET_BYTES_MOST = 1024

Say = Callable[[str], None]


def serve(settings: Settings) -> int:
    configure_logs(is_production=settings.is_production)
    say = _voice(settings)
    listening = listen(settings.host, settings.port)
    if not settings.is_production:
        say(f"Bringing the database up to date ({settings.data_dir}).")
        asyncio.run(migrate_database(settings.database_url))
        _offer_samples(settings, say)
    say(f"Starting {settings.render_workers} render worker(s).")
    # Uvicorn stops in order and then raises the signal anew; nothing is left for it to end.
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: None)
    site = _Site(_configuration(settings), lambda: say(f"Chanoki is open at {settings.origin}"))
    site.run(sockets=[listening])
    say("Chanoki is closed.")
    return 0


def _offer_samples(settings: Settings, say: Say) -> None:
    written = asyncio.run(plant(settings)) if settings.has_samples else 0
    if written:
        say(f"Wrote {written} sample posts, for there were none (SAMPLES=no leaves them out).")


def _voice(settings: Settings) -> Say:
    log = structlog.get_logger("chanoki.serve")

    def say(sentence: str) -> None:
        if settings.is_production:
            log.info(sentence)
        else:
            print(sentence, flush=True)

    return say


def listen(host: str, port: int) -> socket.socket:
    """Taken before anything else is started, so that a busy port costs nobody a wait."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise StartRefused(
            f"{host}:{port} is not free ({error.strerror}); set PORT to another number."
        ) from error
    return listening


def _configuration(settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        create_app(settings),
        http=PatientConnection,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        # Whoever may speak for a client's address is named by the operator, never assumed.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        # Pages say nothing but a heartbeat; a buffer to unpack in would cost more than it saves.
        ws_max_size=SOCKET_BYTES_MOST,
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
    )


class _Site(uvicorn.Server):
    """Uvicorn, which says when the doors are open."""

    def __init__(self, config: uvicorn.Config, when_open: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_open = when_open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            self._when_open()
