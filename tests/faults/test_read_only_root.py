"""A host as in the compose file: unprivileged, without capabilities, on a read-only root."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psutil
import pytest

from server.media.storage.s3 import Account
from server.settings import PROJECT
from tests.faults.members import member_client
from tests.faults.provider import IdentityProvider, running_provider
from tests.faults.replicas import store_settings
from tests.running_site import END_LIMIT_S, RunningSite, free_port, running_site
from tests.server.media.uploads.upload_requests import addresses_of
from tests.server.stores import s3_account, s3_server

__all__ = ["s3_account", "s3_server"]

BWRAP, SETPRIV = shutil.which("bwrap"), shutil.which("setpriv")
MISSING = "needs root, bwrap and setpriv (Debian: bubblewrap, util-linux)"
NOBODY = "10001"
# Stands for /data of the compose file; exists on every machine.
DATA = "/mnt"
WRITABLE = ("/tmp", DATA)

pytestmark = [
    pytest.mark.fault,
    pytest.mark.anyio,
    pytest.mark.skipif(not (BWRAP and SETPRIV and os.getuid() == 0), reason=MISSING),
]


def readable_mounts(*needed: Path) -> list[str]:
    """Returns options of bwrap that make paths in private folders readable for every user."""
    above = {folder for path in needed for folder in path.parents}
    closed = {folder for folder in above if not folder.stat().st_mode & 0o001}
    inside = [path for path in needed if closed & set(path.parents)]
    folders = sorted(folder for folder in above if closed & {folder, *folder.parents})
    folders = [folder for folder in folders if any(folder in path.parents for path in inside)]
    words = [word for folder in folders[1:] for word in ("--perms", "0755", "--dir", str(folder))]
    words += [word for path in inside for word in ("--ro-bind", str(path), str(path))]
    return ["--perms", "0755", "--tmpfs", str(folders[0]), *words] if folders else []


@pytest.fixture
def sandbox() -> tuple[str, ...]:
    """Command prefix that runs a program in a sandbox like the container of the compose file."""
    places = [word for place in WRITABLE for word in ("--perms", "1777", "--tmpfs", place)]
    view = [str(BWRAP), "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    view += [*readable_mounts(Path(sys.base_prefix).resolve(), PROJECT), *places]
    # The mounts of writable folders would hide a project inside them.
    for place in WRITABLE:
        inner = [path for path in reversed(PROJECT.parents) if Path(place) in path.parents]
        view += [word for path in inner for word in ("--perms", "0755", "--dir", str(path))]
        if Path(place) in PROJECT.parents:
            view += ["--ro-bind", str(PROJECT), str(PROJECT)]
    # Needed to switch to the unprivileged user; the host itself has no capability.
    rights = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    user = [str(SETPRIV), "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"]
    return (*view, *rights, "--die-with-parent", *user, "--no-new-privs")


def run(sandbox: tuple[str, ...], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*sandbox, sys.executable, *words],
        cwd=PROJECT,
        env={"DATA_DIR": DATA, "RENDER_WORKERS": "1", "PORT": str(free_port())},
        capture_output=True,
        text=True,
        check=False,
    )


def test_only_tmp_and_data_are_writable(sandbox: tuple[str, ...]) -> None:
    script = (
        "import os, pathlib; print(os.getuid())\n"
        "for place in ('/tmp', '/mnt', '.', '/var/tmp'):\n"
        "    try: pathlib.Path(place, 'tea').write_text('x'); print(place)\n"
        "    except OSError: pass"
    )

    assert run(sandbox, "-c", script).stdout.split() == [NOBODY, *WRITABLE]


def settings_of(provider: IdentityProvider, account: Account) -> dict[str, Any]:
    return {**provider.settings(), **store_settings(account), "DATA_DIR": DATA}


def stop_host(site: RunningSite) -> None:
    """Stops the host process, because its wrapper does not forward signals."""
    [host] = [
        child
        for child in psutil.Process(site.process.pid).children(recursive=True)
        if child.cmdline()[-3:] == ["-m", "server", "serve"]
    ]
    host.terminate()


async def test_sandboxed_host_serves_pages_and_stores_images(
    tmp_path: Path, sandbox: tuple[str, ...], s3_account: Account
) -> None:
    with (
        running_provider() as provider,
        running_site(
            tmp_path, may_end=True, wrapper=sandbox, **settings_of(provider, s3_account)
        ) as site,
    ):
        async with member_client(site.origin) as hana:
            await hana.sign_in("hana")
            sent = (await hana.upload()).json()
            post = await hana.write("写真のある投稿", images=[sent["id"]])
            card = (await hana.get(f"/post/{post}")).text.split('og:image" content="')[1]

            for address in (*addresses_of(sent["image"]), card.partition('"')[0]):
                assert (await hana.get(address)).status_code == 200
            page = await hana.get("/ja/cultivars/saemidori")
        stop_host(site)
        assert site.process.wait(END_LIMIT_S) == 0
    assert '<div id="root"></div>' not in page.text
    assert "rror" not in site.log_text()


@pytest.mark.parametrize(
    ("words", "code"),
    [(("-m", "server", "migrate"), 0), (("-m", "server", "doctor"), 1)],
)
def test_migrate_and_doctor_run_in_the_sandbox(
    sandbox: tuple[str, ...], words: tuple[str, ...], code: int
) -> None:
    ran = run(sandbox, *words)

    assert ran.returncode == code, ran.stdout + ran.stderr
    wrong = [line for line in ran.stdout.splitlines() if line.startswith("  FAIL")]
    # Each command starts with an empty data folder.
    missing = ("  FAIL database: there is no database", "  FAIL migrations: there is no database")
    assert [line for line in wrong if not line.startswith(missing)] == []
