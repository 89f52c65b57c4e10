"""Figures of the page cache, of uploads and of the process, for the metrics."""

import resource
import sys
from collections.abc import Mapping
from pathlib import Path

from server.media.imaging.image_pool import ImagePool
from server.pages.cache.single_flight import SingleFlight
from server.web.metrics import Labelled

DESCRIPTORS = Path("/proc/self/fd")


def cache_figures(flights: SingleFlight) -> Mapping[str, float]:
    counts = flights.counts
    return {
        "page_cache_hits_total": counts.hits,
        "page_cache_stale_total": counts.stale,
        "page_cache_misses_total": counts.misses,
        "page_cache_rescued_total": counts.rescued,
        "page_cache_renders_total": counts.renders,
        "page_cache_failures_total": counts.failures,
        "page_cache_purged_total": counts.purged,
        "page_cache_entries": len(flights.entries),
        "page_cache_bytes": flights.entries.size,
    }


def upload_figures(image_pool: ImagePool) -> Mapping[str, float | Labelled]:
    tally = image_pool.figures
    outcomes = {
        "drawn": tally.drawn,
        "refused": tally.refused,
        "turned_away": tally.turned_away,
    }
    return {
        "uploads_total": Labelled("outcome", outcomes),
        "upload_drawing_seconds_total": tally.seconds,
        "uploads_at_work": tally.at_work,
        "uploads_waiting": tally.waiting,
    }


def process_figures() -> Mapping[str, float]:
    used = resource.getrusage(resource.RUSAGE_SELF)
    unit = 1 if sys.platform == "darwin" else 1024
    figures = {
        "process_cpu_seconds_total": used.ru_utime + used.ru_stime,
        "process_peak_memory_bytes": float(used.ru_maxrss * unit),
    }
    if DESCRIPTORS.is_dir():
        figures["process_open_descriptors"] = float(sum(1 for _ in DESCRIPTORS.iterdir()))
    return figures
