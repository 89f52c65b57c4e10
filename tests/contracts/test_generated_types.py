"""The client's types of the wire are committed as they follow from the host's description."""

import shutil
import subprocess
from pathlib import Path

from tests.architecture.house import NODE, PROJECT

SOURCE = "shared/api.json"
TARGET = "client/wire/types.generated.ts"


def test_the_types_are_current(tmp_path: Path) -> None:
    (tmp_path / SOURCE).parent.mkdir()
    (tmp_path / TARGET).parent.mkdir(parents=True)
    shutil.copy(PROJECT / SOURCE, tmp_path / SOURCE)

    subprocess.run([NODE, PROJECT / "client/wire/generate.mjs"], cwd=tmp_path, check=True)

    committed = (PROJECT / TARGET).read_text(encoding="utf-8")
    assert (tmp_path / TARGET).read_text(encoding="utf-8") == committed
