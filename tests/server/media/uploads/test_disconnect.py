"""Uploads over real connections: oversized bodies are refused early, lost ones leave no files."""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tests.running_site import RunningSite, running_site
from tests.server.media.imaging.pictures import encoded, flat_png, quarters
from tests.server.members import params_of

POST_IMAGES = "/api/uploads/post-images"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """Yields a running site as a process of its own."""
    if not Path("build/manifest.json").exists():
        pytest.skip("there is no build")
    with running_site(tmp_path_factory.mktemp("site"), RENDER_WORKERS="1") as running:
        yield running


@pytest.fixture(scope="module")
def signed_in(site: RunningSite) -> Iterator[tuple[httpx.Client, dict[str, str]]]:
    """Yields a client that is signed in, and the headers of its changing requests."""
    with httpx.Client(base_url=site.origin) as http:
        page = http.get("/api/auth/google").headers["location"]
        back = http.get(page, params={**params_of(page), "choice": "development-hana"})
        http.get(back.headers["location"])
        session = http.get("/api/session").json()
        headers = {
            "origin": site.origin,
            "sec-fetch-site": "same-origin",
            "x-csrf-token": session["csrf"],
            "x-member-id": session["member"]["id"],
        }
        yield http, headers


@pytest.mark.fault
def test_post_image_is_stored_by_the_real_site(
    signed_in: tuple[httpx.Client, dict[str, str]],
) -> None:
    http, headers = signed_in
    files = {"file": ("tea.jpg", encoded(quarters((700, 350)), "JPEG"), "image/jpeg")}

    answer = http.post(POST_IMAGES, files=files, headers=headers)

    assert answer.status_code == 201, answer.text
    assert http.get(answer.json()["image"]["url"]).headers["content-type"] == "image/jpeg"


def test_oversized_body_is_refused_with_413_before_it_is_sent(
    site: RunningSite, signed_in: tuple[httpx.Client, dict[str, str]]
) -> None:
    with _send_upload_headers(site, signed_in, length=50 * 1024 * 1024) as connection:
        connection.sendall(b"--b\r\n")

        head = connection.recv(4096)

    assert head.startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize("is_whole", [False, True])
def test_disconnect_during_an_upload_leaves_no_files(
    site: RunningSite, signed_in: tuple[httpx.Client, dict[str, str]], is_whole: bool
) -> None:
    before = set(_files_of_site(site))
    picture = flat_png((7000, 7000), "RGBA", bytes(4))
    body = (
        b'--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n'
        + picture
        + b"\r\n--b--\r\n"
    )
    with _send_upload_headers(site, signed_in, length=len(body)) as connection:
        connection.sendall(body if is_whole else body[: len(body) // 2])
        time.sleep(0.4)

    _wait_for_image_workers(site)
    assert set(_files_of_site(site)) == before
    assert "error" not in site.log_text().lower()
    assert "Traceback" not in site.log_text()


def _send_upload_headers(
    site: RunningSite, signed_in: tuple[httpx.Client, dict[str, str]], *, length: int
) -> socket.socket:
    """Sends only the headers of an upload and returns the open connection."""
    http, given = signed_in
    port = int(site.origin.rpartition(":")[2])
    cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
    headers = {
        **given,
        "host": f"localhost:{port}",
        "cookie": cookies,
        "content-type": "multipart/form-data; boundary=b",
        "content-length": str(length),
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    connection = socket.create_connection(("127.0.0.1", port), timeout=5)
    connection.sendall(f"POST {POST_IMAGES} HTTP/1.1\r\n{lines}\r\n".encode())
    return connection


def _files_of_site(site: RunningSite) -> list[str]:
    """Returns stored files, and deleted or temporary files that the host process holds open."""
    media = [str(path) for path in (site.log.parent / "media").rglob("*") if path.is_file()]
    open_files = [file.path for file in psutil.Process(site.process.pid).open_files()]
    return media + [path for path in open_files if "deleted" in path or path.startswith("/tmp/tmp")]


def _wait_for_image_workers(site: RunningSite) -> None:
    """Waits at most two seconds until no image worker is running."""
    host = psutil.Process(site.process.pid)
    deadline = time.monotonic() + 2
    while any("server.media.imaging.image_worker" in _command(child) for child in host.children()):
        assert time.monotonic() < deadline, "an image worker still runs"
        time.sleep(0.05)


def _command(process: psutil.Process) -> str:
    """Returns the command line of a process; empty if it has ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""
