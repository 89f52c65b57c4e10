"""Host that counts the server files that requests between SIGUSR1 and SIGUSR2 enter."""

import json
import runpy
import signal
import sys
from pathlib import Path
from types import FrameType

import msgspec

from tests.benchmarks.paths import ROOT

SERVER = str(ROOT / "server") + "/"


class Trace(msgspec.Struct, frozen=True):
    """Python files of the server, calls of their functions, changes from one file to another."""

    files: list[str]
    calls: int
    file_changes: int


class Tracer:
    """Profile function for the thread of the event loop; writes a `Trace` as JSON to `report`."""

    def __init__(self, report: Path) -> None:
        self._report = report
        self._files: set[str] = set()
        self._calls = 0
        self._file_changes = 0
        self._last = ""

    def start(self, *_: object) -> None:
        sys.setprofile(self._record_call)

    def stop(self, *_: object) -> None:
        sys.setprofile(None)
        found = {
            "files": sorted(self._files),
            "calls": self._calls,
            "file_changes": self._file_changes,
        }
        part = self._report.with_suffix(".part")
        part.write_text(json.dumps(found), encoding="utf-8")
        part.replace(self._report)

    def _record_call(self, frame: FrameType, event: str, _argument: object) -> None:
        name = frame.f_code.co_filename
        if event != "call" or not name.startswith(SERVER):
            return
        self._calls += 1
        self._file_changes += name != self._last
        self._last = name
        self._files.add(name.removeprefix(SERVER))


def main() -> None:
    tracer = Tracer(Path(sys.argv.pop(1)))
    signal.signal(signal.SIGUSR1, tracer.start)
    signal.signal(signal.SIGUSR2, tracer.stop)
    runpy.run_module("server", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
