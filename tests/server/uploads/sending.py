"""Sends a file as a browser's form does."""

from typing import Any

from tests.server.members import Browser

PATH = "/api/profiles/me/avatar"
LIMIT = 2 * 1024 * 1024


async def send(browser: Browser, data: bytes, **more: Any) -> Any:
    name = more.pop("name", "photo.jpg")
    kind = more.pop("kind", "image/jpeg")
    return await browser.change("PUT", PATH, files={"file": (name, data, kind)}, **more)
