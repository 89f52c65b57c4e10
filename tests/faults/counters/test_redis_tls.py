"""Rate counters over `rediss://`, with a certificate of the operator's own authority."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.settings import PROJECT
from tests.faults.counters.certificates import Certificates, make_certificates
from tests.faults.counters.test_redis import begin_sign_in, statuses
from tests.faults.stores.real_store import Program
from tests.running_site import free_port, running_site

REDIS = shutil.which("redis-server")
MISSING = "there is no redis-server that speaks TLS on this machine (Debian: redis-server)"

pytestmark = [
    pytest.mark.fault,
    pytest.mark.anyio,
    pytest.mark.skipif(not REDIS, reason=MISSING),
]


@pytest.fixture
def certificates(tmp_path: Path) -> Certificates:
    return make_certificates(tmp_path / "certificates")


@pytest.fixture
def port(tmp_path: Path, certificates: Certificates) -> Iterator[int]:
    """Port of a Redis that accepts only TLS."""
    port = free_port()
    command = [str(REDIS), "--port", "0", "--tls-port", str(port), "--bind", "127.0.0.1"]
    command += [
        "--tls-cert-file",
        str(certificates.server),
        "--tls-key-file",
        str(certificates.key),
    ]
    command += ["--tls-ca-cert-file", str(certificates.authority), "--tls-auth-clients", "no"]
    command += ["--save", "", "--dir", str(tmp_path)]
    program = Program(command, tmp_path / "redis.log")
    program.start()
    try:
        yield port
    finally:
        program.kill()


def doctor_about_limits(folder: Path, **settings: str) -> str:
    """Returns the line about rate limits in the output of `doctor`."""
    ran = subprocess.run(
        [sys.executable, "-m", "server", "doctor"],
        cwd=PROJECT,
        env={"DATA_DIR": str(folder), "RENDER_WORKERS": "1", **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    [line] = [line for line in ran.stdout.splitlines() if " rate limits: " in line]
    return line


async def test_two_hosts_share_counters_when_ssl_cert_file_names_the_authority(
    tmp_path: Path, port: int, certificates: Certificates
) -> None:
    places = [tmp_path / "one", tmp_path / "other"]
    for place in places:
        place.mkdir()
    secure: dict[str, Any] = {
        "REDIS_URL": f"rediss://127.0.0.1:{port}/0",
        "SSL_CERT_FILE": str(certificates.authority),
    }

    with running_site(places[0], **secure) as here, running_site(places[1], **secure) as there:
        answers = [
            await begin_sign_in(site, "192.0.2.1") for _ in range(25) for site in (here, there)
        ]
        output = here.log_text() + there.log_text()

    # With separate counters, the two hosts would allow 40.
    assert 10 <= statuses(answers).count(302) < 30
    assert "rates_counted_alone" not in output
    assert doctor_about_limits(tmp_path, **secure).startswith("  ok")


async def test_redis_with_an_unknown_or_wrong_certificate_is_not_used(
    tmp_path: Path, port: int, certificates: Certificates
) -> None:
    nobodys: dict[str, Any] = {"REDIS_URL": f"rediss://127.0.0.1:{port}/0"}
    misnamed = {
        "REDIS_URL": f"rediss://localhost:{port}/0",
        "SSL_CERT_FILE": str(certificates.authority),
    }

    for settings in (nobodys, misnamed):
        assert doctor_about_limits(tmp_path, **settings).startswith("  FAIL")
    place = tmp_path / "site"
    place.mkdir()
    with running_site(place, **nobodys) as site:
        answers = [await begin_sign_in(site, "192.0.2.1") for _ in range(25)]

    # Without Redis, the host uses half of the limit.
    assert 0 < statuses(answers).count(302) <= 10
