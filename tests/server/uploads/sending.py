"""Sends a file as a browser's form does."""

from typing import Any

from tests.server.members import Browser

PATH = "/api/profiles/me/avatar"
LIMIT = 2 * 1024 * 1024
POST_IMAGES = "/api/uploads/post-images"
POST_IMAGE_LIMIT = 5 * 1024 * 1024


async def send(browser: Browser, data: bytes, **more: Any) -> Any:
    name = more.pop("name", "photo.jpg")
    kind = more.pop("kind", "image/jpeg")
    return await browser.change("PUT", PATH, files={"file": (name, data, kind)}, **more)


async def send_for_post(browser: Browser, data: bytes, **more: Any) -> Any:
    name = more.pop("name", "photo.jpg")
    kind = more.pop("kind", "image/jpeg")
    return await browser.change("POST", POST_IMAGES, files={"file": (name, data, kind)}, **more)


def addresses_of(image: dict[str, Any]) -> list[str]:
    """Every file of a picture, as a browser may ask for it."""
    sets = [image["srcset"], *(source["srcset"] for source in image["sources"])]
    return [entry.split()[0] for one in sets for entry in one.split(", ")]
