"""Decompression of response bodies, by content coding."""

import gzip
from collections.abc import Callable
from importlib import import_module

import brotli
import pytest

from server.web.compression import CACHED

needs_zstd = pytest.mark.skipif(
    "zstd" not in CACHED, reason="neither this Python nor a package offers Zstandard"
)


def _unzstd(data: bytes) -> bytes:
    name = "compression.zstd" if _is_in_standard_library() else "backports.zstd"
    plain: bytes = import_module(name).decompress(data)
    return plain


def _is_in_standard_library() -> bool:
    try:
        import_module("compression.zstd")
    except ImportError:
        return False
    return True


DECODE: dict[str | None, Callable[[bytes], bytes]] = {
    "br": brotli.decompress,
    "gzip": gzip.decompress,
    "zstd": _unzstd,
    None: bytes,
}
