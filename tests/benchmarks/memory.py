"""Memory of both servers after the load."""

import msgspec
import psutil

from tests.benchmarks.servers import Server

MEGABYTE = 1024 * 1024


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """Megabytes of all processes; `shared_once` counts memory that processes share only once."""

    ours_resident: float
    peer_resident: float
    resident_ratio: float
    ours_shared_once: float
    peer_shared_once: float
    shared_once_ratio: float


def measure_memory(ours: Server, peer: Server) -> Memory:
    resident = [sum(one.memory_info().rss for one in tree) for tree in (ours.tree(), peer.tree())]
    shared_once = [sum(_shared_once(one) for one in tree) for tree in (ours.tree(), peer.tree())]
    return Memory(
        ours_resident=resident[0] / MEGABYTE,
        peer_resident=resident[1] / MEGABYTE,
        resident_ratio=resident[0] / resident[1],
        ours_shared_once=shared_once[0] / MEGABYTE,
        peer_shared_once=shared_once[1] / MEGABYTE,
        shared_once_ratio=shared_once[0] / shared_once[1],
    )


def _shared_once(process: psutil.Process) -> int:
    """Returns bytes: on Linux with a proportional share of shared memory, elsewhere without any."""
    full = process.memory_full_info()
    held: int = getattr(full, "pss", full.uss)
    return held
