"""Upload requests like those of a browser's form, and hostile file names and broken forms."""

from typing import Any

from tests.server.members import Browser

AVATAR_PATH = "/api/profiles/me/avatar"
AVATAR_BYTES_MOST = 2 * 1024 * 1024
POST_IMAGES = "/api/uploads/post-images"
POST_IMAGE_BYTES_MOST = 5 * 1024 * 1024

HOSTILE_NAMES = [
    "../../x.php",
    "%2e%2e%2f.png",
    "x.php.jpg",
    "a\x00b.png",
    "a\r\nb.png",
    "\u202egpj.exe",
    ".htaccess",
    "con",
    "x" * 9000,
    "",
]

_FORM = "multipart/form-data; boundary=b"
_PART = b"--b\r\ncontent-disposition: form-data"
BROKEN_FORMS = [
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=", b"x"),
    ("multipart/form-data; boundary=" + "b" * 5000, b"x"),
    (_FORM, b""),
    (_FORM, b"--b\r\n\r\nx"),
    (_FORM, b"--b--\r\n"),
    (_FORM, b"--b\r\n" * 3000),
    (_FORM, _PART + b"\r\n\r\nx\r\n--b--"),
    (_FORM, _PART + b'; name="file"\r\n\r\nx\r\n--b--\r\n'),
    (_FORM, _PART + b'; name="\xff"\r\n\r\nx\r\n--b--\r\n'),
    (_FORM, _PART + b'; name="a"; filename="x"\r\n\r\nx\r\n--b--\r\n'),
    (_FORM, _PART + b'; name="file"; filename="x"\r\n\r\nx'),
    ("application/json", b"{}"),
    ("application/x-www-form-urlencoded", b"file=x"),
    ("image/png", b"\x89PNG\r\n\x1a\n"),
]


async def send_avatar(browser: Browser, data: bytes, **more: Any) -> Any:
    """Uploads a file as the member's avatar; `more` can set `name` and `kind` of the file."""
    name = more.pop("name", "photo.jpg")
    kind = more.pop("kind", "image/jpeg")
    return await browser.change("PUT", AVATAR_PATH, files={"file": (name, data, kind)}, **more)


async def send_post_image(browser: Browser, data: bytes, **more: Any) -> Any:
    """Uploads a file as a post's image; `more` can set `name` and `kind` of the file."""
    name = more.pop("name", "photo.jpg")
    kind = more.pop("kind", "image/jpeg")
    return await browser.change("POST", POST_IMAGES, files={"file": (name, data, kind)}, **more)


def addresses_of(image: dict[str, Any]) -> list[str]:
    """Returns the addresses of all files of an image."""
    sets = [image["srcset"], *(source["srcset"] for source in image["sources"])]
    return [entry.split()[0] for one in sets for entry in one.split(", ")]
