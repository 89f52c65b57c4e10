"""A member's browser, which sends requests to running hosts over real connections."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.members import params_of

PATIENCE_S = 30.0


@dataclass
class Member:
    """A client with its cookies; `via` names the host that the proxy uses, or is empty."""

    http: httpx.AsyncClient
    csrf: str = ""
    id: str = ""

    async def get(self, path: str, via: str = "", **options: Any) -> httpx.Response:
        return await self.http.get(path, headers=_wish(via), **options)

    async def change(self, method: str, path: str, via: str = "", **options: Any) -> httpx.Response:
        origin = str(self.http.base_url).rstrip("/")
        headers = {
            "origin": origin,
            "sec-fetch-site": "same-origin",
            "x-csrf-token": self.csrf,
            "x-member-id": self.id,
            # The same key marks a repeated request.
            "idempotency-key": options.pop("key", None) or str(uuid4()),
            **_wish(via),
        }
        return await self.http.request(method, path, headers=headers, **options)

    async def leave(self, via: str = "") -> dict[str, str]:
        """Begin a sign-in; return the parameters of the provider's page."""
        answer = await self.get("/api/auth/google", via)
        return {"location": answer.headers["location"], **params_of(answer.headers["location"])}

    async def come_back(
        self, started: dict[str, str], subject: str, via: str = ""
    ) -> dict[str, str]:
        """Return from the provider with a code; return the parameters of the callback page."""
        params = {"code": f"{subject}.{started['nonce']}", "state": started["state"]}
        answer = await self.get("/api/auth/google/callback", via, params=params)
        return params_of(answer.headers["location"])

    async def sign_in(self, subject: str) -> None:
        assert await self.come_back(await self.leave(), subject) == {
            "signed_in": "1",
            "welcome": "1",
        }
        await self.look()

    async def look(self, via: str = "") -> None:
        """Reads the token and the member that changes carry."""
        session = await self.session(via)
        self.csrf, self.id = session["csrf"], session["member"]["id"]

    async def session(self, via: str = "") -> dict[str, Any]:
        found: dict[str, Any] = (await self.get("/api/session", via)).json()
        return found

    async def write(self, content: str, via: str = "", *, images: list[str] | None = None) -> int:
        answer = await self.change("POST", "/api/posts", via, json=post_saying(content, images))
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    async def upload(self, via: str = "") -> httpx.Response:
        picture = encoded(quarters((400, 300)), "JPEG", quality=80)
        files = {"file": ("leaf.jpg", picture, "image/jpeg")}
        return await self.change("POST", "/api/uploads/post-images", via, files=files)


def post_saying(content: str, images: list[str] | None = None) -> dict[str, object]:
    pictures = [{"id": image} for image in images or []]
    return {"content": content, "category": "question", "language": "ja", "images": pictures}


def _wish(via: str) -> dict[str, str]:
    return {"x-wanted": via} if via else {}


@asynccontextmanager
async def browsing(origin: str) -> AsyncIterator[Member]:
    async with httpx.AsyncClient(base_url=origin, timeout=PATIENCE_S) as http:
        yield Member(http)
