"""Faults 10 and 23: the object store is down, hung, slow, or refuses key or bucket."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from server.media.storage.s3 import AWAY_S, Account
from tests.faults.members import Member
from tests.faults.proxy import (
    BLACKHOLE,
    PASS,
    REFUSE,
    RESET,
    Proxy,
    cut,
    latency,
    proxy_to,
    rate,
)
from tests.faults.replicas import store_settings
from tests.faults.stores.expectations import (
    UPLOAD_MOST_S,
    expect_refusal,
    expect_the_rest_to_work,
    member_with_store,
    row_count,
    timed,
)
from tests.server.media.uploads.upload_requests import addresses_of
from tests.server.stores import s3_account, s3_server

__all__ = ["s3_account", "s3_server"]

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

BEHAVIOURS = {
    "down": REFUSE,
    "resetting": RESET,
    "hung": BLACKHOLE,
    "slow": latency(2),
    "cut off": cut(40),
    "at a low rate": rate(400),
}


@pytest.fixture
def store_proxy(s3_account: Account) -> Iterator[Proxy]:
    """Proxy between the site and its store."""
    assert s3_account.endpoint
    with proxy_to(("127.0.0.1", int(s3_account.endpoint.rpartition(":")[2]))) as proxy:
        yield proxy


@pytest.fixture
async def hana(tmp_path: Path, s3_account: Account, store_proxy: Proxy) -> AsyncIterator[Member]:
    account = replace(s3_account, endpoint=f"http://127.0.0.1:{store_proxy.port}")
    async with member_with_store(tmp_path, **store_settings(account)) as member:
        yield member


async def test_uploads_fail_in_time_and_recover_when_the_store_fails(
    tmp_path: Path, hana: Member, store_proxy: Proxy
) -> None:
    first = (await hana.upload()).json()
    picture = addresses_of(first["image"])[0]

    for number, (name, behaviour) in enumerate(BEHAVIOURS.items()):
        store_proxy.behave(behaviour)
        (refused, seconds), _ = await asyncio.gather(
            timed(hana.upload()), expect_the_rest_to_work(hana, number)
        )
        problem = refused.json()
        print(f"\nthe store is {name}: {problem} after {seconds:.1f} s")
        assert (refused.status_code, problem["code"]) == (503, "upload.postImageFailed")
        assert seconds < UPLOAD_MOST_S
        shown, seconds = await timed(hana.get(picture))
        assert shown.status_code in (200, 503)
        assert seconds < UPLOAD_MOST_S
        # A failed upload left no row.
        assert row_count(tmp_path, "post_images") == 1

        store_proxy.behave(PASS)
        await asyncio.sleep(AWAY_S)
        assert (await hana.get(picture)).status_code == 200

    again = await hana.upload()
    assert again.status_code == 201
    await hana.write("写真のある投稿", images=[again.json()["id"]])


async def test_six_uploads_to_a_hung_store_all_fail_within_the_limit(
    hana: Member, store_proxy: Proxy
) -> None:
    store_proxy.behave(BLACKHOLE)

    answers = await asyncio.gather(*(timed(hana.upload()) for _ in range(6)))

    assert {answer.status_code for answer, _ in answers} == {503}
    assert max(seconds for _, seconds in answers) < UPLOAD_MOST_S
    store_proxy.behave(PASS)


async def test_upload_names_the_missing_bucket(tmp_path: Path, s3_account: Account) -> None:
    nowhere = replace(s3_account, bucket="nobodys-bucket")
    async with member_with_store(tmp_path, **store_settings(nowhere)) as member:
        await expect_refusal(member, tmp_path, 503, code="upload.postBucketMissing")


@pytest.mark.parametrize(
    ("code", "status", "expected"),
    [
        ("SignatureDoesNotMatch", 503, "upload.postImageFailed"),
        ("AccessDenied", 503, "upload.notAllowed"),
    ],
)
async def test_upload_is_refused_when_the_store_refuses_the_key(
    tmp_path: Path, code: str, status: int, expected: str
) -> None:
    with refusing_store(code) as endpoint:
        account = Account("tea", "us-east-1", endpoint, "key", "wrong")
        async with member_with_store(tmp_path, **store_settings(account)) as member:
            await expect_refusal(member, tmp_path, status, code=expected)


@contextmanager
def refusing_store(code: str) -> Iterator[str]:
    """Runs a store that refuses every request with this error code."""

    class Refusing(BaseHTTPRequestHandler):
        """Handler that refuses every request."""

        def refuse(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            body = f"<Error><Code>{code}</Code><Message>no</Message></Error>".encode()
            self.send_response(403)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_PUT = do_DELETE = refuse

        def log_message(self, format: str, *arguments: object) -> None:
            """Logs nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
