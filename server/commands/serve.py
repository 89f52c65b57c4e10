"""Command that serves the site until it is stopped, and prints its state."""

import asyncio
import contextlib
import gc
import os
import resource
import signal
import socket
from collections.abc import Callable
from types import FrameType

import structlog
import uvicorn

from server.app import create_app
from server.commands.readiness import Print, check_database
from server.errors import StartRefused
from server.settings import Settings
from server.web.asgi import App
from server.web.logs import configure_logs
from server.web.outer_middleware import Drain
from server.web.slow_client_guard import slow_client_guard_for
from server.web.telemetry.trusted_proxies import TrustedProxies
from server.web.websocket import LimitedWebSocket

# A page takes at most two seconds; longer requests are uploads.
GRACE_S = 20
KEEP_ALIVE_S = 15
SOCKET_BYTES_MOST = 1024


def serve(settings: Settings) -> int:
    """Runs the site until a signal stops it; returns the exit code."""
    configure_logs(is_production=settings.is_production)
    say = _make_printer(settings)
    listening = listen(settings.host, settings.port)
    if settings.metrics:
        # The metrics port opens much later, where a port in use could only crash.
        listen(*settings.metrics, named="METRICS_").close()
    asyncio.run(check_database(settings, _make_printer(settings, is_warning=True)))
    if not settings.is_production:
        _prepare_database(settings, say)
    _use_batch_scheduling()
    say(f"Starting {settings.render_workers} render worker(s).")
    # Uvicorn stops in order and then raises the signal again, which has no effect here.
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(signal_number, lambda *_: None)
    drain = Drain()
    site = _Site(
        configuration(create_app(settings, drain=drain), settings),
        lambda: say(f"Chanoki is open at {settings.origin}"),
        drain=drain,
        drain_s=settings.drain_s,
    )
    _freeze_heap()
    site.run(sockets=[listening])
    say("Chanoki is closed.")
    return 0


def _use_batch_scheduling() -> None:
    """Sets Linux's batch scheduling, which interrupts running processes less at wake-ups."""
    # Only Linux has this policy, and a sandbox may forbid it; only speed is lost.
    with contextlib.suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _freeze_heap() -> None:
    """Excludes the objects of the start from garbage collection.

    Otherwise a full collection walks through 120,000 objects and blocks the event loop for 50 ms.
    """
    gc.collect()
    gc.freeze()


def _prepare_database(settings: Settings, say: Print) -> None:
    """Migrates the database and writes samples; called in development only."""
    from server.commands.migrate import migrate_database  # noqa: PLC0415
    from server.commands.seed import write_samples  # noqa: PLC0415

    say(f"Bringing the database up to date ({settings.data_dir}).")
    asyncio.run(migrate_database(settings.database_url))
    written = asyncio.run(write_samples(settings)) if settings.has_samples else 0
    if written:
        say(f"Wrote {written} sample posts, for there were none (SAMPLES=no leaves them out).")


def _make_printer(settings: Settings, *, is_warning: bool = False) -> Print:
    """Returns the function that reports a sentence: to the log in production, else to stdout."""
    log = structlog.get_logger("chanoki.serve")
    write = log.warning if is_warning else log.info

    def say(sentence: str) -> None:
        """Logs a sentence in production and prints it in development."""
        if settings.is_production:
            write(sentence)
        else:
            print(sentence, flush=True)

    return say


def listen(host: str, port: int, *, named: str = "") -> socket.socket:
    """Binds a socket to the address, for uvicorn to listen on; raises StartRefused if it can't.

    `named` is the prefix of the settings HOST and PORT in the message.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, UnicodeError) as error:
        listening.close()
        cause = error.strerror if isinstance(error, OSError) else "no name of a host"
        raise StartRefused(
            f"the site cannot listen at {host}:{port} ({cause}); check {named}HOST, and whether "
            f"{named}PORT is free."
        ) from error
    return listening


class _Configuration(uvicorn.Config):
    """Configuration of uvicorn that marks requests of trusted proxies, whose traces are continued.

    Uvicorn's own middleware for proxies runs after it and replaces the address of the proxy.
    """

    def load(self) -> None:
        super().load()
        self.loaded_app = TrustedProxies(self.loaded_app, self.forwarded_allow_ips or ())


def configuration(app: App, settings: Settings) -> uvicorn.Config:
    """Returns the configuration of uvicorn for these settings."""
    is_traced = settings.trace_collector and settings.trusted_proxies
    kind = _Configuration if is_traced else uvicorn.Config
    return kind(
        app,
        http=slow_client_guard_for(
            resource.getrlimit(resource.RLIMIT_NOFILE)[0],
            is_https=settings.origin.startswith("https:"),
        ),
        ws=LimitedWebSocket,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        # The operator names the proxies whose headers are trusted.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        # Clients send only heartbeats; compression buffers would cost more than they save.
        ws_max_size=SOCKET_BYTES_MOST,
        ws_per_message_deflate=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=GRACE_S,
    )


class _Site(uvicorn.Server):
    """Server of uvicorn that reports when it is open, and drains before it closes."""

    def __init__(
        self,
        config: uvicorn.Config,
        when_open: Callable[[], None],
        *,
        drain: Drain,
        drain_s: float,
    ) -> None:
        super().__init__(config)
        self._when_open = when_open
        self._drain = drain
        self._drain_s = drain_s
        self._loop: asyncio.AbstractEventLoop | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Starts the drain on SIGTERM and closes `drain_s` seconds later.

        Until then readiness fails, so that load balancers send no more requests. A second signal,
        and SIGINT, close at once.
        """
        is_first = not self._drain.has_begun
        self._drain.begin()
        if sig == signal.SIGTERM and is_first and self._drain_s and self._loop is not None:
            self._loop.call_soon_threadsafe(self._close_later, sig, frame)
        else:
            super().handle_exit(sig, frame)

    def _close_later(self, sig: int, frame: FrameType | None) -> None:
        """Schedules the exit for the end of the drain time; `handle_exit` has the loop call it."""
        assert self._loop is not None
        self._loop.call_later(self._drain_s, super().handle_exit, sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Keeps the loop for `handle_exit`; calls `when_open` as soon as the sockets are open."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets=sockets)
        if self.started:
            self._when_open()
