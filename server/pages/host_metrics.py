"""Metrics of the page cache, of uploads and of the process."""

import resource
import sys
from collections.abc import Mapping
from pathlib import Path

from server.media.imaging.image_pool import ImagePool
from server.pages.cache.single_flight import SingleFlight
from server.web.metrics import Labelled

DESCRIPTORS = Path("/proc/self/fd")


def cache_metrics(single_flight: SingleFlight) -> Mapping[str, float]:
    """Returns the counters and the size of the page cache."""
    counts = single_flight.counts
    return {
        "page_cache_hits_total": counts.hits,
        "page_cache_stale_total": counts.stale,
        "page_cache_misses_total": counts.misses,
        "page_cache_stale_if_error_total": counts.stale_if_error,
        "page_cache_renders_total": counts.renders,
        "page_cache_failures_total": counts.failures,
        "page_cache_purged_total": counts.purged,
        "page_cache_entries": len(single_flight.entries),
        "page_cache_bytes": single_flight.entries.size,
    }


def image_metrics(image_pool: ImagePool) -> Mapping[str, float | Labelled]:
    """Returns the counters of processed uploads."""
    counters = image_pool.counters
    outcomes = {
        "processed": counters.processed,
        "refused": counters.refused,
        "overloaded": counters.overloaded,
    }
    return {
        "uploads_total": Labelled("outcome", outcomes),
        "upload_processing_seconds_total": counters.seconds,
        "uploads_in_progress": counters.in_progress,
        "uploads_waiting": counters.waiting,
    }


def process_metrics() -> Mapping[str, float]:
    """Returns processor seconds, peak memory in bytes and open files of the process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    # In bytes on macOS, in kibibytes on Linux.
    unit = 1 if sys.platform == "darwin" else 1024
    metrics = {
        "process_cpu_seconds_total": used.ru_utime + used.ru_stime,
        "process_peak_memory_bytes": float(used.ru_maxrss * unit),
    }
    if DESCRIPTORS.is_dir():
        metrics["process_open_descriptors"] = float(sum(1 for _ in DESCRIPTORS.iterdir()))
    return metrics
