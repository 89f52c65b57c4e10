"""Kill of a hanging worker by the kernel when its host has ended."""

import contextlib
import fcntl
import os
import signal
import sys
from types import TracebackType


class ParentExit:
    """Pipe to a worker: when the host's end closes, the kernel kills the worker.

    An idle worker notices the end of its socket; one that hangs would use a processor for ever.
    """

    def __init__(self) -> None:
        self.worker_end, self._host_end = os.pipe()

    def attach(self, pid: int) -> None:
        """Makes the kernel kill this process when the host's end of the pipe closes."""
        # On other systems a hanging worker outlives a killed host; nothing else is lost.
        if sys.platform == "linux":
            # The process may have ended already.
            with contextlib.suppress(OSError):
                fcntl.fcntl(self.worker_end, fcntl.F_SETOWN, pid)
                fcntl.fcntl(self.worker_end, fcntl.F_SETSIG, signal.SIGKILL)
                fcntl.fcntl(self.worker_end, fcntl.F_SETFL, os.O_ASYNC)

    def __enter__(self) -> "ParentExit":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Closes both ends in the host; on Linux this kills a worker that still runs."""
        os.close(self._host_end)
        os.close(self.worker_end)
