"""Undoes what the host compressed, as a reader of each coding would."""

import gzip
from collections.abc import Callable
from importlib import import_module

import brotli
import pytest

from server.web.compression import CACHED

needs_zstd = pytest.mark.skipif(
    "zstd" not in CACHED, reason="this Python has no Zstandard, nor its package"
)


def _unzstd(data: bytes) -> bytes:
    name = "compression.zstd" if _is_own() else "backports.zstd"
    plain: bytes = import_module(name).decompress(data)
    return plain


def _is_own() -> bool:
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
