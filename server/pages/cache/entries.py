"""Cached pages, bounded in number and bytes; the least recently used page is evicted first."""

from collections import OrderedDict
from dataclasses import dataclass, field
from http import HTTPStatus
from time import time_ns

from server.pages.cache.policy import CachePolicy, Tags
from server.web.asgi import App, Header, Message, Scope
from server.web.compression import CACHED, ON_REQUEST, encode, encode_for_cache
from server.web.negotiation import choose_coding, matches_etag

HTML = b"text/html"
# Requests that wait for the same missing page share its 404, but it is never cached.
SHARED = (200, 404, 410)

ENTRIES_MOST = 4096
# One part in so many is for addresses with a query.
QUERIED_SHARE = 4
# Memory of the objects around a page's bytes.
ENTRY_BYTES = 4096
# While the site cannot render a page, a stale copy is sent for so many seconds more.
AFTER_ERROR_S = 900.0

# Headers that can say that a response is for one reader only.
_CAUTIOUS = frozenset({b"cache-control", b"vary"})
# Headers that each entry writes itself.
_OWN = {b"content-length", b"content-encoding", b"etag", b"vary"}
_EMPTY: Message = {"type": "http.response.body", "body": b""}
Answer = tuple[Message, Message]


class CapturedResponse:
    """Status, headers and body of a response, and whether it may be shared and cached."""

    __slots__ = ("body", "headers", "is_cacheable", "is_failure", "is_shared", "status")

    def __init__(self, status: int, headers: tuple[Header, ...], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.body = body
        named = dict(headers)
        cautions = b",".join([value for name, value in headers if name in _CAUTIOUS]).lower()
        is_private = b"private" in cautions or b"no-store" in cautions or b"*" in cautions
        # Whether all requests that wait for this page may get it.
        self.is_shared = (
            status in SHARED
            and named.get(b"content-type", b"").startswith(HTML)
            and b"set-cookie" not in named
        )
        self.is_cacheable = self.is_shared and status == HTTPStatus.OK and not is_private
        # Whether an older copy is better than this response: an error, or the page without its
        # content, which is sent uncacheable when the worker fails.
        self.is_failure = status >= 500 or (status == HTTPStatus.OK and not self.is_cacheable)


async def capture_response(app: App, scope: Scope) -> CapturedResponse:
    """Runs a request through the application without a client and returns its response."""
    received: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        received.append(message)

    await app(scope, receive, send)
    start, *rest = received
    return CapturedResponse(
        status=start["status"],
        headers=tuple((name.lower(), value) for name, value in start["headers"]),
        body=b"".join(message.get("body", b"") for message in rest),
    )


def shared_scope(scope: Scope, policy: CachePolicy) -> Scope:
    """Returns the request reduced to path, query and host, for a page that others receive too.

    Without cookies and further headers it is rendered as for any visitor.
    """
    host = [pair for pair in scope["headers"] if pair[0] == b"host"]
    reduced: Scope = {**scope, "query_string": policy.query, "headers": host}
    return {**reduced, "client": None, "state": {}}


@dataclass(slots=True, eq=False)
class Entry:
    """One cached page, its compressed forms so far, and until when it may be sent.

    Times are in seconds of the cache's monotonic clock; `retry_at` is 0 unless the last render
    failed, `sent` the number of responses, `size` the bytes that count towards the limit.
    """

    policy: CachePolicy
    response: CapturedResponse
    headers: list[Header]
    tag: str
    answers: dict[str, Answer] = field(default_factory=dict)
    size: int = 0
    sent: int = 0
    fresh_until: float = 0.0
    stale_until: float = 0.0
    error_until: float = 0.0
    retry_at: float = 0.0

    def start_life(self, now: float) -> None:
        """Sets until when the entry is fresh, stale, and usable after an error."""
        self.fresh_until = now + self.policy.fresh_s
        self.stale_until = self.fresh_until + self.policy.stale_s
        self.error_until = self.stale_until + AFTER_ERROR_S

    def answer(self, named: dict[bytes, bytes]) -> Answer:
        """Returns the response to a request with the headers `named`: 304 or the page.

        The first response is compressed quickly, as many pages are read once. Later ones are
        compressed well, once for each content coding, and stored in the entry.
        """
        condition = named.get(b"if-none-match")
        # Only a page that exists is answered with 304; a shared 404 is always sent whole.
        is_found = self.response.status == HTTPStatus.OK
        if condition and is_found and matches_etag(condition, self.tag):
            bare = [pair for pair in self.headers if pair[0] != b"content-type"]
            return _start(304, bare), _EMPTY
        accepted = named.get(b"accept-encoding", b"")
        self.sent += 1
        if self.sent == 1:
            coding = choose_coding(accepted, ON_REQUEST)
            body = self.response.body
            return self._answer(coding, encode(body, coding) if coding else body)
        coding = choose_coding(accepted, CACHED)
        if coding is None:
            return self._answer(None, self.response.body)
        if coding not in self.answers:
            body = encode_for_cache(self.response.body, coding)
            self.size += len(body)
            self.answers[coding] = self._answer(coding, body)
        return self.answers[coding]

    def _answer(self, coding: str | None, body: bytes) -> Answer:
        """Returns the two messages of the response with a body in a content coding."""
        coded = [(b"content-encoding", coding.encode())] if coding else []
        length = (b"content-length", b"%d" % len(body))
        start = _start(self.response.status, [*self.headers, length, *coded])
        return start, {"type": "http.response.body", "body": body}


def make_entry(response: CapturedResponse, policy: CachePolicy) -> Entry:
    """Returns the entry of a response, with a new ETag and a complete Vary header.

    It counts as expired until `start_life` is called.
    """
    # No hash of the content: no two renders are equal, because each contains its own time.
    tag = f"{time_ns():x}"
    own = [pair for pair in response.headers if pair[0] not in _OWN]
    fields = [
        field.strip()
        for name, value in response.headers
        if name == b"vary"
        for field in value.split(b",")
    ]
    vary = b", ".join(dict.fromkeys([b"accept-encoding", *fields]))
    return Entry(
        policy=policy,
        response=response,
        headers=[*own, (b"vary", vary), (b"etag", f'W/"{tag}"'.encode())],
        tag=f'"{tag}"',
        size=len(response.body) + ENTRY_BYTES,
    )


def _start(status: int, headers: list[Header]) -> Message:
    """Returns the ASGI message that starts a response."""
    return {"type": "http.response.start", "status": status, "headers": headers}


class Entries:
    """Cached pages by address, removed by address or by tag.

    Addresses with a query are countless, so they have a share of their own; above it they evict
    only each other.
    """

    def __init__(self, bytes_most: int, entries_most: int = ENTRIES_MOST) -> None:
        self._bytes_most = bytes_most
        self._entries_most = entries_most
        self._entries: OrderedDict[tuple[bytes, bytes], Entry] = OrderedDict()
        # Keys of the entries with a query, the least recently used first.
        self._queried: OrderedDict[tuple[bytes, bytes], None] = OrderedDict()
        self._queried_size = 0
        self._tagged: dict[str, set[tuple[bytes, bytes]]] = {}
        self.size = 0

    def __len__(self) -> int:
        return len(self._entries)

    def find(self, policy: CachePolicy) -> Entry | None:
        """Returns the cached page, also an expired one, and marks it as used; None without one."""
        entry = self._entries.get(policy.key)
        if entry is not None:
            self._entries.move_to_end(policy.key)
            if policy.query:
                self._queried.move_to_end(policy.key)
        return entry

    def add(self, entry: Entry) -> None:
        """Stores a page in place of the one with the same key, and evicts others if necessary.

        A page above the limits is not stored.
        """
        self.remove(entry.policy)
        if entry.size > self._bytes_most:
            return
        self._entries[entry.policy.key] = entry
        if entry.policy.query:
            self._queried[entry.policy.key] = None
        self._grow(entry, entry.size)
        for tag in entry.policy.tags:
            self._tagged.setdefault(tag, set()).add(entry.policy.key)
        self._evict()

    def answer(self, entry: Entry, named: dict[bytes, bytes]) -> Answer:
        """Returns the entry's response; a compressed form that it adds counts towards the limit."""
        before = entry.size
        answer = entry.answer(named)
        if entry.size != before and self._entries.get(entry.policy.key) is entry:
            self._grow(entry, entry.size - before)
            self._evict()
        return answer

    def remove(self, policy: CachePolicy) -> None:
        """Removes the entry of the policy's address, and its key from each of its tags."""
        entry = self._entries.pop(policy.key, None)
        if entry is None:
            return
        self._queried.pop(policy.key, None)
        self._grow(entry, -entry.size)
        for tag in entry.policy.tags:
            keys = self._tagged[tag]
            keys.discard(policy.key)
            if not keys:
                del self._tagged[tag]

    def purge(self, tags: Tags) -> int:
        """Removes the entries with any of these tags and returns how many there were."""
        keys = {key for tag in tags for key in self._tagged.get(tag, ())}
        for key in keys:
            self.remove(self._entries[key].policy)
        return len(keys)

    def _grow(self, entry: Entry, size: int) -> None:
        """Adds `size` bytes, negative for a removal, to the totals.

        Entries with a query are also counted apart.
        """
        self.size += size
        if entry.policy.query:
            self._queried_size += size

    def _evict(self) -> None:
        """Evicts the least recently used pages until the limits hold.

        Pages with a query may use only a share of the limits.
        """
        while (
            self._queried_size > self._bytes_most // QUERIED_SHARE
            or len(self._queried) > self._entries_most // QUERIED_SHARE
        ):
            self.remove(self._entries[next(iter(self._queried))].policy)
        while self.size > self._bytes_most or len(self._entries) > self._entries_most:
            self.remove(next(iter(self._entries.values())).policy)
