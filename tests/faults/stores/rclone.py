"""S3 store of rclone over a folder; it ignores conditional writes and overwrites files."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.stores.real_store import KEY, SECRET, Program, RealStore, account_at
from tests.running_site import free_port

RCLONE = shutil.which("rclone")


def reason_to_skip() -> str | None:
    """Returns the reason to skip tests of rclone on this machine, or None."""
    if not RCLONE:
        return "there is no rclone on this machine (from 1.65 on it serves S3)"
    help_text = subprocess.run(
        [RCLONE, "serve", "--help"], capture_output=True, text=True, check=False
    ).stdout
    return None if "serve s3" in help_text or " s3 " in help_text else "this rclone serves no S3"


@contextmanager
def rclone_store(folder: Path) -> Iterator[RealStore]:
    port = free_port()
    files = folder / "kept"
    files.mkdir()
    command = [str(RCLONE), "serve", "s3", str(files), "--addr", f"127.0.0.1:{port}"]
    command += ["--auth-key", f"{KEY},{SECRET}", "--config", "/dev/null"]
    program = Program(command, folder / "rclone.log", {"HOME": str(folder)})
    store = RealStore(account_at(port), program)
    try:
        store.start()
        yield store
    finally:
        store.kill()
