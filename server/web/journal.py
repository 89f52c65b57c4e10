"""The request log, written in batches."""

import asyncio
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

from server.web.asgi import Scope
from server.web.meter import Meter

PATH_CHARACTERS_LOGGED = 300
LINES_MOST = 256
WRITE_AFTER_S = 0.2

# Key of the scope under which the page cache leaves its status.
CACHE_STATUS = "cache_status"
# Added to every log event of a request.
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")

Write = Callable[[str], object]


def write_to_stderr(lines: str) -> None:
    # Looked up each time: captured output has another stream.
    sys.stderr.write(lines)
    sys.stderr.flush()


class Journal:
    """Logs method, path, status and duration; no query, header, cookie or body."""

    def __init__(
        self, write: Write = write_to_stderr, *, is_json: bool, meter: Meter | None = None
    ) -> None:
        self.meter = meter or Meter()
        self._write = write
        self._line = _json_line if is_json else _plain_line
        self._asked: list[Asked] = []
        self._timer: asyncio.TimerHandle | None = None
        # Distinguishes the requests of several hosts and starts; it is no secret.
        self._origin = f"{int(time()) & 0xFFFFFF:06x}{getpid() & 0xFFFF:04x}"
        self._numbers = count(1)

    def next_id(self) -> str:
        return f"{self._origin}{next(self._numbers):06x}"

    def note(self, scope: Scope, *, status: int, started: float) -> None:
        seconds, cache = perf_counter() - started, scope.get(CACHE_STATUS, "")
        # Paths are not used as metric labels: their number is unlimited.
        self.meter.count(cache or scope.get("path_template") or "other", status, seconds)
        path = (scope.get("raw_path") or scope["path"].encode())[:PATH_CHARACTERS_LOGGED]
        identity = REQUEST_ID.get()
        # Lines are formatted in batches, which costs less than between responses.
        self._asked.append(Asked(scope["method"], path, status, seconds, time(), identity, cache))
        if len(self._asked) >= LINES_MOST:
            self.write()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(WRITE_AFTER_S, self.write)

    def write(self) -> None:
        """Writes all lines since the last call."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        asked, self._asked = self._asked, []
        if asked:
            self._write("".join(map(self._line, asked)))


class Asked(NamedTuple):
    """One request; `at` is the end of its response in seconds of the epoch."""

    method: str
    path: bytes
    status: int
    seconds: float
    at: float
    request_id: str
    cache: str


def _json_line(asked: Asked) -> str:
    cache = f',"cache":"{asked.cache}"' if asked.cache else ""
    identity = f',"request_id":"{asked.request_id}"' if asked.request_id else ""
    path = _quoted(_path(asked.path))
    return (
        f'{{"event":"request","method":"{asked.method}","path":{path},"status":{asked.status},'
        f'"ms":{asked.seconds * 1000:.1f}{cache}{identity},"level":"info",'
        f'"timestamp":"{_instant(asked.at)}"}}\n'
    )


def _plain_line(asked: Asked) -> str:
    clock = datetime.fromtimestamp(asked.at).astimezone().strftime("%H:%M:%S")
    ms, path = f"{asked.seconds * 1000:.1f} ms", _path(asked.path)
    words = (clock, asked.method, path, str(asked.status), ms, asked.cache, asked.request_id)
    return " ".join(filter(None, words)) + "\n"


def _instant(at: float) -> str:
    seconds, fraction = divmod(at, 1)
    return f"{_second(int(seconds))}.{int(fraction * 1000):03d}Z"


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    """Most lines of a busy host have the same second."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def _quoted(path: str) -> str:
    return msgspec.json.encode(path).decode()


def _path(raw: bytes) -> str:
    """The path as it was sent, still encoded, so that it cannot break the line."""
    return raw.decode("ascii", "backslashreplace")
