"""Ends a hanging worker through the kernel when its host is gone."""

import contextlib
import fcntl
import os
import signal
import sys
from types import TracebackType


class Leash:
    """The worker inherits one end of a pipe on which nothing is ever said.

    A worker that is idle sees its socket end and goes. One that hangs looks at nothing any more,
    and would burn a processor for ever if the host was killed before it could kill the worker.
    """

    def __init__(self) -> None:
        self.collar, self._hand = os.pipe()

    def tie(self, pid: int) -> None:
        """Makes the kernel kill this process when the host's end of the pipe closes."""
        # On other systems a hanging worker outlives a killed host; nothing else is lost.
        if sys.platform == "linux":
            # The process may have ended already.
            with contextlib.suppress(OSError):
                fcntl.fcntl(self.collar, fcntl.F_SETOWN, pid)
                fcntl.fcntl(self.collar, fcntl.F_SETSIG, signal.SIGKILL)
                fcntl.fcntl(self.collar, fcntl.F_SETFL, os.O_ASYNC)

    def __enter__(self) -> "Leash":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        os.close(self._hand)
        os.close(self.collar)
