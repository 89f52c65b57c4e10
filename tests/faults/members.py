"""HTTP client of a member, for running hosts whose identity provider is `provider.py`."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx

from tests.server.media.imaging.pictures import encoded, quarters
from tests.server.members import params_of

TIMEOUT_S = 30.0


@dataclass
class Member:
    """Member's HTTP client with session cookie and CSRF token.

    `via` chooses the host behind a proxy: `one`, `other` or, if empty, either.
    """

    http: httpx.AsyncClient
    csrf: str = ""
    id: str = ""

    async def get(self, path: str, via: str = "", **options: Any) -> httpx.Response:
        return await self.http.get(path, headers=_host_choice(via), **options)

    async def change(self, method: str, path: str, via: str = "", **options: Any) -> httpx.Response:
        origin = str(self.http.base_url).rstrip("/")
        headers = {
            "origin": origin,
            "sec-fetch-site": "same-origin",
            "x-csrf-token": self.csrf,
            "x-member-id": self.id,
            # A retry of a request passes the same key.
            "idempotency-key": options.pop("key", None) or str(uuid4()),
            **_host_choice(via),
        }
        return await self.http.request(method, path, headers=headers, **options)

    async def begin_sign_in(self, via: str = "") -> dict[str, str]:
        """Begins a sign-in; returns the address of the provider's page and its parameters."""
        answer = await self.get("/api/auth/google", via)
        return {"location": answer.headers["location"], **params_of(answer.headers["location"])}

    async def finish_sign_in(
        self, started: dict[str, str], subject: str, via: str = ""
    ) -> dict[str, str]:
        """Opens the callback with a code of a subject; returns the parameters of its redirect."""
        params = {"code": f"{subject}.{started['nonce']}", "state": started["state"]}
        answer = await self.get("/api/auth/google/callback", via, params=params)
        return params_of(answer.headers["location"])

    async def sign_in(self, subject: str) -> None:
        """Signs in as the member of the subject, who may be new."""
        answer = await self.finish_sign_in(await self.begin_sign_in(), subject)
        assert answer.get("signed_in") == "1", answer
        await self.load_session()

    async def load_session(self, via: str = "") -> None:
        """Reads the CSRF token and the member's id, which requests for changes contain."""
        session = await self.session(via)
        self.csrf, self.id = session["csrf"], session["member"]["id"]

    async def session(self, via: str = "") -> dict[str, Any]:
        """Returns the response of `/api/session`."""
        found: dict[str, Any] = (await self.get("/api/session", via)).json()
        return found

    async def write(self, content: str, via: str = "", *, images: list[str] | None = None) -> int:
        answer = await self.change("POST", "/api/posts", via, json=post_body(content, images))
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    async def upload(self, via: str = "") -> httpx.Response:
        picture = encoded(quarters((400, 300)), "JPEG", quality=80)
        files = {"file": ("leaf.jpg", picture, "image/jpeg")}
        return await self.change("POST", "/api/uploads/post-images", via, files=files)


def post_body(content: str, images: list[str] | None = None) -> dict[str, object]:
    pictures = [{"id": image} for image in images or []]
    return {"content": content, "category": "question", "language": "ja", "images": pictures}


def _host_choice(via: str) -> dict[str, str]:
    return {"x-wanted": via} if via else {}


@asynccontextmanager
async def member_client(origin: str) -> AsyncIterator[Member]:
    """Opens a client without cookies, as of a new browser."""
    async with httpx.AsyncClient(base_url=origin, timeout=TIMEOUT_S) as http:
        yield Member(http)
