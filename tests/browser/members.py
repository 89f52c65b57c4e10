"""Login as members of the development provider, their sessions, and photos with metadata."""

import io
import random
from typing import Any
from urllib.parse import urljoin

from PIL import Image
from playwright.sync_api import StorageState, expect

from tests.browser.reader import HYDRATED, Reader
from tests.server.media.imaging.pictures import encoded, quarters

# Choices at the development provider; a nameless member has no display name there.
HANA, ALEX, NAMELESS = "development-hana", "development-alex", "development-nameless"
# Item of localStorage that exists while a member is signed in; other tabs follow it.
LOGIN_MARKER = "sb-auth-token"
IS_STORED = "key => localStorage.getItem(key) !== null"

# All data that a script of the page can read.
READABLE_BY_SCRIPTS = """async () => JSON.stringify([
  {...localStorage}, {...sessionStorage}, document.cookie, location.href, navigator.userAgent,
  (await indexedDB.databases()).map(({name}) => name), document.documentElement.outerHTML,
  (await caches.keys()),
])"""


def submit_login(reader: Reader, choice: str, path: str = "/login") -> None:
    """Opens the login page and presses `choice` at the provider; does not wait for the result."""
    reader.open(path)
    reader.page.click(".login-google")
    reader.page.click(f"button[value={choice}]")


def sign_in(reader: Reader, choice: str = HANA, path: str = "/login") -> None:
    submit_login(reader, choice, path)
    finish_login(reader)


def open_session(reader: Reader, choice: str = HANA) -> None:
    """Signs in by requests, without a page: faster, for tests that do not test the login."""
    address = f"{reader.origin}/api/auth/google?language=en"
    provider = follow_redirect(reader, address)
    follow_redirect(reader, follow_redirect(reader, f"{provider}&choice={choice}"))
    assert session_of(reader)["member"] is not None


def open_signed_in(reader: Reader, choice: str, path: str) -> None:
    """Signs in by requests, opens a page as the member and waits for the login marker."""
    open_session(reader, choice)
    reader.open(path)
    expect(reader.page.locator(".header-member")).to_be_visible()
    reader.wait_until(IS_STORED, LOGIN_MARKER)


def signed_in_state(reader: Reader, choice: str) -> StorageState:
    """Signs in by requests; returns the cookies and localStorage of the signed-in browser."""
    open_signed_in(reader, choice, "/about")
    return reader.page.context.storage_state()


def follow_redirect(reader: Reader, address: str) -> str:
    """Requests an address that redirects; returns the target."""
    response = reader.page.request.get(address, max_redirects=0)
    assert response.status in {302, 303}, response.text()
    return urljoin(address, response.headers["location"])


def finish_login(reader: Reader) -> None:
    """Skips the welcome page of a first login; waits for a hydrated page and the login marker."""
    reader.page.wait_for_url(lambda url: "/dev/" not in url)
    if "welcome=1" in reader.page.url:
        # Leaving the page before the session has arrived would abort its request.
        reader.wait_until(IS_STORED, LOGIN_MARKER)
        reader.page.locator("[name=skip]").click()
    reader.page.wait_for_url(lambda url: "/auth/callback" not in url and "/dev/" not in url)
    reader.evaluate(HYDRATED)
    expect(reader.page.locator(".header-member")).to_be_visible()
    reader.wait_until(IS_STORED, LOGIN_MARKER)


def session_of(reader: Reader) -> dict[str, Any]:
    """Returns the response of `/api/session`; its `member` is None for visitors."""
    found: dict[str, Any] = reader.page.request.get(f"{reader.origin}/api/session").json()
    return found


def login_marker_of(reader: Reader) -> str | None:
    found: str | None = reader.evaluate("key => localStorage.getItem(key)", LOGIN_MARKER)
    return found


def photo_with_metadata(bytes_wanted: int = 4_000_000) -> bytes:
    """Returns a JPEG below that size that is rotated and located by its Exif metadata."""
    size = (2400, 1600)
    grain = Image.frombytes("RGB", size, random.Random(7).randbytes(size[0] * size[1] * 3))
    image = Image.blend(quarters(size), grain, 0.35)
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "SecretMaker"
    exif.get_ifd(0x8825)[1] = "N"
    exif.get_ifd(0x8825)[2] = (34.0, 58.0, 37.0)
    for quality in range(98, 60, -1):
        data = encoded(image, "JPEG", quality=quality, exif=exif, comment=b"SecretComment")
        if len(data) <= bytes_wanted:
            return data
    raise AssertionError("no quality makes the photo so small")


def metadata_in(data: bytes) -> list[str]:
    """Returns the names and traces of metadata in a picture."""
    image = Image.open(io.BytesIO(data))
    kinds = [name for name in ("exif", "icc_profile", "comment", "xmp") if image.info.get(name)]
    secrets = (b"Secret", b"GPS", b"Exif", b"http://ns.adobe.com")
    return [*kinds, *(secret.decode() for secret in secrets if secret in data)]
