"""Built files: read once at the start, served from memory, compressed at build time."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from server.web.asgi import App, Receive, Scope, Send, answer, answer_problem, header
from server.web.negotiation import choose_coding, matches_etag

IMMUTABLE = b"public, max-age=31536000, immutable"
ONE_HOUR = b"public, max-age=3600"
HASHED_FOLDER = "/assets/"
# The page's policy applies to documents; assets get a policy that allows nothing.
PART_POLICY = (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'")
CODED = {".br": "br", ".gz": "gzip"}
# The site's own card is embedded by other sites.
SHOWN_ANYWHERE = re.compile(r"/images/card-[a-z]+\.jpg")
# Source maps are not served, and compressed files only as codings of the original.
NOT_SERVED = {".map", *CODED}

MEDIA_TYPES = {
    ".avif": "image/avif",
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".gif": "image/gif",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """Built file with its body in each coding; "identity" is the file without compression."""

    media_type: bytes
    cache_control: bytes
    tag: str
    bodies: dict[str, bytes]

    def body(self, coding: str) -> bytes:
        """Returns the body in a stored coding; for "identity" decompresses it if need be."""
        if coding in self.bodies:
            return self.bodies[coding]
        return gzip.decompress(self.bodies["gzip"])


def read_assets(folder: Path) -> dict[str, Asset]:
    """Reads every file of the folder; returns them by address, so that no other path exists."""
    return {
        "/" + path.relative_to(folder).as_posix(): _read(path, folder)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in NOT_SERVED
    }


def _read(path: Path, folder: Path) -> Asset:
    """Reads a file with its compressed forms.

    Stores it uncompressed only if there is no gzip form.
    """
    plain = path.read_bytes()
    coded = {coding: path.with_name(path.name + suffix) for suffix, coding in CODED.items()}
    bodies = {coding: file.read_bytes() for coding, file in coded.items() if file.is_file()}
    # Plain bytes of scripts and styles would be two thirds of the memory.
    if "gzip" not in bodies:
        bodies["identity"] = plain
    address = "/" + path.relative_to(folder).as_posix()
    media_type = MEDIA_TYPES.get(path.suffix.lower(), "application/octet-stream")
    return Asset(
        media_type=media_type.encode(),
        cache_control=IMMUTABLE if address.startswith(HASHED_FOLDER) else ONE_HOUR,
        tag=hashlib.blake2b(plain, digest_size=9).hexdigest(),
        bodies=bodies,
    )


class Assets:
    """Middleware that serves built files and passes other requests to the next app."""

    def __init__(self, app: App, assets: dict[str, Asset]) -> None:
        self._app = app
        self._assets = assets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers paths of known files: GET with the file, other methods with 405."""
        asset = self._assets.get(scope["path"]) if scope["type"] == "http" else None
        if asset is None:
            await self._app(scope, receive, send)
        elif scope["method"] != "GET":
            allow = (b"allow", b"GET, HEAD")
            await answer_problem(send, 405, code="method-not-allowed", headers=[allow])
        else:
            await _send_asset(asset, scope, send=send)


async def _send_asset(asset: Asset, scope: Scope, *, send: Send) -> None:
    """Sends the body in the coding that the client prefers, or 304 if the client has it."""
    offered = tuple(coding for coding in ("br", "gzip") if coding in asset.bodies)
    coding = choose_coding(header(scope, b"accept-encoding"), offered) or "identity"
    etag = f'"{asset.tag}-{coding}"'
    headers = [(b"cache-control", asset.cache_control), (b"etag", etag.encode())]
    if SHOWN_ANYWHERE.fullmatch(scope["path"]):
        headers.append((b"cross-origin-resource-policy", b"cross-origin"))
    if scope["path"].startswith(HASHED_FOLDER):
        headers.append(PART_POLICY)
    if offered:
        headers.append((b"vary", b"accept-encoding"))
    if matches_etag(header(scope, b"if-none-match"), etag):
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    if coding != "identity":
        headers.append((b"content-encoding", coding.encode()))
    body = asset.body(coding)
    await answer(send, 200, body=body, media_type=asset.media_type, headers=headers)
