"""The pages that are kept, ready to be sent; the longest unused makes room for the newest."""

import hashlib
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import NamedTuple

from server.cache.drawing import Drawn
from server.cache.plan import Plan
from server.cache.purging import EVERYTHING
from server.web.asgi import Header, Message, Scope, head_lines
from server.web.compression import ONCE, encode_once
from server.web.front import dressed
from server.web.negotiation import choose, is_known

ENTRIES_MOST = 4096
# What the objects around a page's bytes weigh.
ENTRY_BYTES = 4096
# While the site can't draw it: a page of a quarter of an hour ago is better than none.
AFTER_ERROR_S = 900.0

_OWN = {b"content-length", b"content-encoding", b"etag", b"vary"}


class Written(NamedTuple):
    """An answer without its first line and without what the connection adds to every head."""

    status: int
    lines: bytes
    body: bytes


@dataclass(slots=True, eq=False)
class Entry:
    """One page in every coding, and until when it may be shown."""

    plan: Plan
    tag: str
    starts: dict[str, Message]
    bodies: dict[str, Message]
    known: Message
    # The same heads, written out: who knows the connection sends them as they are.
    lines: dict[str, bytes]
    size: int
    is_there: bool
    fresh_until: float = 0.0
    stale_until: float = 0.0
    error_until: float = 0.0
    retry_at: float = 0.0

    def age(self, now: float) -> None:
        """Its life begins."""
        self.fresh_until = now + self.plan.fresh_s
        self.stale_until = self.fresh_until + self.plan.stale_s
        self.error_until = self.stale_until + AFTER_ERROR_S

    def answer(self, scope: Scope, named: dict[bytes, bytes]) -> tuple[Message, Message]:
        """The two messages that this request is answered with."""
        form = self._form(named)
        if form == _KNOWN:
            return self.known, _EMPTY
        return self.starts[form], _EMPTY if scope["method"] == "HEAD" else self.bodies[form]

    def written(self, scope: Scope, named: dict[bytes, bytes]) -> Written:
        """The same answer as it goes over the wire."""
        form = self._form(named)
        if form == _KNOWN:
            return Written(304, self.lines[form], b"")
        body = b"" if scope["method"] == "HEAD" else self.bodies[form]["body"]
        return Written(self.starts[form]["status"], self.lines[form], body)

    def _form(self, named: dict[bytes, bytes]) -> str:
        condition = named.get(b"if-none-match")
        # Of what is not there nothing can be known already.
        if condition and self.is_there and is_known(condition, self.tag):
            return _KNOWN
        return choose(named.get(b"accept-encoding", b""), ONCE) or "identity"


_EMPTY: Message = {"type": "http.response.body", "body": b""}
_KNOWN = "known"


def make_entry(drawn: Drawn, plan: Plan, *, headers: tuple[Header, ...]) -> Entry:
    """Compresses as well as is worth it for a page that is sent many times: beside the loop."""
    bodies = {coding: encode_once(drawn.body, coding) for coding in ONCE}
    bodies["identity"] = drawn.body
    tag = hashlib.blake2b(drawn.body, digest_size=12).hexdigest()
    given = [pair for pair in drawn.headers if pair[0] not in _OWN]
    vary = b", ".join([b"accept-encoding", *(v for name, v in drawn.headers if name == b"vary")])
    given += [(b"vary", vary), (b"etag", f'W/"{tag}"'.encode())]
    whole = dressed(given, headers, frozenset(name for name, _ in headers))
    bare = [pair for pair in whole if pair[0] != b"content-type"]
    heads = {coding: [*whole, *_coded(coding, len(body))] for coding, body in bodies.items()}
    return Entry(
        plan=plan,
        tag=f'"{tag}"',
        starts={coding: _start(drawn.status, head) for coding, head in heads.items()},
        bodies={
            coding: {"type": "http.response.body", "body": body} for coding, body in bodies.items()
        },
        known=_start(304, bare),
        lines={form: head_lines(head) for form, head in {**heads, _KNOWN: bare}.items()},
        size=sum(map(len, bodies.values())) + ENTRY_BYTES,
        is_there=drawn.status == HTTPStatus.OK,
    )


def _start(status: int, headers: list[Header]) -> Message:
    return {"type": "http.response.start", "status": status, "headers": headers}


def _coded(coding: str, length: int) -> list[Header]:
    size = (b"content-length", str(length).encode())
    return [size] if coding == "identity" else [size, (b"content-encoding", coding.encode())]


class Entries:
    """Bounded in number and in bytes; found by address, dropped by address or by tag."""

    def __init__(self, bytes_most: int, entries_most: int = ENTRIES_MOST) -> None:
        self._bytes_most = bytes_most
        self._entries_most = entries_most
        self._entries: OrderedDict[tuple[bytes, bytes], Entry] = OrderedDict()
        self._tagged: dict[str, set[tuple[bytes, bytes]]] = {}
        self.size = 0

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, plan: Plan) -> Entry | None:
        entry = self._entries.get(plan.key)
        if entry is not None:
            self._entries.move_to_end(plan.key)
        return entry

    def keep(self, entry: Entry) -> None:
        self.drop(entry.plan)
        if entry.size > self._bytes_most:
            return
        self._entries[entry.plan.key] = entry
        self.size += entry.size
        for tag in entry.plan.tags:
            self._tagged.setdefault(tag, set()).add(entry.plan.key)
        while self.size > self._bytes_most or len(self._entries) > self._entries_most:
            self.drop(next(iter(self._entries.values())).plan)

    def drop(self, plan: Plan) -> None:
        entry = self._entries.pop(plan.key, None)
        if entry is None:
            return
        self.size -= entry.size
        for tag in entry.plan.tags:
            keys = self._tagged[tag]
            keys.discard(plan.key)
            if not keys:
                del self._tagged[tag]

    def purge(self, tags: Iterable[str]) -> int:
        """How many pages went."""
        purged = frozenset(tags)
        keys = {key for tag in purged for key in self._tagged.get(tag, ())}
        if EVERYTHING in purged:
            keys = set(self._entries)
        for key in keys:
            self.drop(self._entries[key].plan)
        return len(keys)
