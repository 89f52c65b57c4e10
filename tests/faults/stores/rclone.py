"""A folder that rclone serves as S3; without conditional writes, it overwrites files."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.stores.real_store import KEY, SECRET, Program, RealStore, find_account
from tests.running_site import free_port

RCLONE = shutil.which("rclone")


def why_not() -> str | None:
    """Return the reason why rclone can't be used here, or None."""
    if not RCLONE:
        return "there is no rclone on this machine (from 1.65 on it serves S3)"
    help_text = subprocess.run(
        [RCLONE, "serve", "--help"], capture_output=True, text=True, check=False
    ).stdout
    return None if "serve s3" in help_text or " s3 " in help_text else "this rclone serves no S3"


@contextmanager
def rclone_store(folder: Path) -> Iterator[RealStore]:
    port = free_port()
    kept = folder / "kept"
    kept.mkdir()
    command = [str(RCLONE), "serve", "s3", str(kept), "--addr", f"127.0.0.1:{port}"]
    command += ["--auth-key", f"{KEY},{SECRET}", "--config", "/dev/null"]
    program = Program(command, folder / "rclone.log", {"HOME": str(folder)})
    store = RealStore(find_account(port), program)
    try:
        store.start()
        yield store
    finally:
        store.kill()
