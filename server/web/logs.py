"""Logging and the request log: JSON in production, readable lines in development."""

import asyncio
import logging
import sys
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from itertools import count
from os import getpid
from time import perf_counter, time
from typing import NamedTuple

import msgspec
import structlog
from structlog.typing import EventDict, Processor

from server.web.asgi import Scope
from server.web.metrics import Metrics

PATH_CHARACTERS_LOGGED = 300
LINES_MOST = 256
WRITE_AFTER_S = 0.2

# Key of the scope under which the page cache leaves its status.
CACHE_STATUS = "cache_status"
# Added to every log event of a request.
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")

Write = Callable[[str], object]

# Some libraries would log every address with its query.
QUIET = (
    "alembic",
    "asyncio",
    "boto3",
    "botocore",
    "httpcore",
    "httpx",
    "s3transfer",
    "urllib3",
    "uvicorn.access",
    "uvicorn.error",
)


def write_to_stderr(lines: str) -> None:
    """Writes finished lines to standard error and flushes it."""
    # Looked up each time: captured output has another stream.
    sys.stderr.write(lines)
    sys.stderr.flush()


class RequestLog:
    """Log of requests: time, method, path, status, duration, request id, status of the page cache.

    It has no query, header, cookie or body.
    """

    def __init__(
        self, write: Write = write_to_stderr, *, is_json: bool, metrics: Metrics | None = None
    ) -> None:
        self.metrics = metrics or Metrics()
        self._write = write
        self._line = _json_line if is_json else _plain_line
        self._requests: list[LoggedRequest] = []
        self._timer: asyncio.TimerHandle | None = None
        # Distinguishes the requests of several hosts and starts; it is no secret.
        self._origin = f"{int(time()) & 0xFFFFFF:06x}{getpid() & 0xFFFF:04x}"
        self._numbers = count(1)

    def next_id(self) -> str:
        """Returns a new request id, unique in this process and most likely elsewhere."""
        return f"{self._origin}{next(self._numbers):06x}"

    def add(self, scope: Scope, *, status: int, started: float) -> None:
        """Counts a finished request in the metrics and queues its line of the log.

        `started` is the value of `perf_counter` when the request arrived.
        """
        seconds, cache = perf_counter() - started, scope.get(CACHE_STATUS, "")
        # Paths are not used as metric labels: their number is unlimited.
        self.metrics.count(cache or scope.get("path_template") or "other", status, seconds)
        path = (scope.get("raw_path") or scope["path"].encode())[:PATH_CHARACTERS_LOGGED]
        request_id = REQUEST_ID.get()
        # Lines are formatted in batches, which costs less than between responses.
        self._requests.append(
            LoggedRequest(scope["method"], path, status, seconds, time(), request_id, cache)
        )
        if len(self._requests) >= LINES_MOST:
            self.write()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(WRITE_AFTER_S, self.write)

    def write(self) -> None:
        """Writes all lines that were queued since the last call."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        requests, self._requests = self._requests, []
        if requests:
            self._write("".join(map(self._line, requests)))


class LoggedRequest(NamedTuple):
    """Request in the log; `at` is the end of its response in seconds of the epoch."""

    method: str
    path: bytes
    status: int
    seconds: float
    at: float
    request_id: str
    cache: str


def _json_line(request: LoggedRequest) -> str:
    """Returns the entry of a request as one line of JSON, without query, header or cookie."""
    cache = f',"cache":"{request.cache}"' if request.cache else ""
    request_id = f',"request_id":"{request.request_id}"' if request.request_id else ""
    path = _quote(_path(request.path))
    return (
        f'{{"event":"request","method":"{request.method}","path":{path},"status":{request.status},'
        f'"ms":{request.seconds * 1000:.1f}{cache}{request_id},"level":"info",'
        f'"timestamp":"{_instant(request.at)}"}}\n'
    )


def _plain_line(request: LoggedRequest) -> str:
    """Returns the entry of a request as a readable line."""
    clock = datetime.fromtimestamp(request.at).astimezone().strftime("%H:%M:%S")
    ms, path = f"{request.seconds * 1000:.1f} ms", _path(request.path)
    words = (
        clock,
        request.method,
        path,
        str(request.status),
        ms,
        request.cache,
        request.request_id,
    )
    return " ".join(filter(None, words)) + "\n"


def _instant(at: float) -> str:
    """Formats a time in seconds of the epoch as ISO 8601 with milliseconds."""
    seconds, fraction = divmod(at, 1)
    return f"{_second(int(seconds))}.{int(fraction * 1000):03d}Z"


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    """Formats a second of the epoch; cached because most lines of a busy host share it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _quote(path: str) -> str:
    """Returns the path as a JSON string."""
    return msgspec.json.encode(path).decode()


def _path(raw: bytes) -> str:
    """Returns the path as it was sent, still encoded, so that it cannot break the line."""
    return raw.decode("ascii", "backslashreplace")


def configure_logs(*, is_production: bool) -> None:
    """Configures structlog, and gives libraries that use `logging` the same format."""
    shared: list[Processor] = [
        _add_request_id,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(
            fmt="iso" if is_production else "%H:%M:%S", utc=is_production
        ),
    ]
    renderer: list[Processor] = (
        [
            # Local variables can hold tokens or addresses and are never logged.
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
        if is_production
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            )
        ]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
    handler = logging.StreamHandler()
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for noisy in QUIET:
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _add_request_id(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Adds the request's id to a log entry made during a request; a processor of structlog."""
    request_id = REQUEST_ID.get()
    if request_id:
        event.setdefault("request_id", request_id)
    return event
