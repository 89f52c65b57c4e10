"""Asks the site for longer than `make test` does: `python -m tests.fuzzing --requests 100000`."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.fuzzing.requests import ask_everything
from tests.fuzzing.site import subject
from tests.fuzzing.texts import read_back
from tests.postgresql import postgresql_server


def main() -> int:
    asked = _arguments()
    print(f"chance {asked.chance}, {asked.database}", flush=True)
    failures: dict[str, str] = {}
    with (
        TemporaryDirectory() as folder,
        _database(asked.database, Path(folder)) as address,
        Path(asked.log).open("w") as log,
        redirect_stderr(log),
    ):
        if asked.requests:
            with subject(Path(folder) / "requests", address("requests")) as site:
                started = perf_counter()
                findings = ask_everything(site, asked.requests, chance=asked.chance)
            failures |= findings.failures
            counts = ", ".join(f"{status}: {n}" for status, n in sorted(findings.statuses.items()))
            seconds = perf_counter() - started
            print(f"{findings.asked} requests in {seconds:.0f} s. {counts}", flush=True)
        if asked.texts:
            with subject(Path(folder) / "texts", address("texts")) as site:
                started = perf_counter()
                wrong = read_back(site, asked.texts, chance=asked.chance)
            failures |= wrong
            print(f"{asked.texts} texts in {perf_counter() - started:.0f} s.", flush=True)
    for name, said in failures.items():
        print(f"\n{name}\n{said}")
    print(f"{len(failures)} failures.")
    return 1 if failures else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--requests", type=int, default=0, help="made from the description")
    parser.add_argument("--texts", type=int, default=0, help="written, stored and read back")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--log", default=os.devnull, help="where the site's own log goes")
    parser.add_argument("--chance", type=int, default=SystemRandom().randrange(2**32))
    return parser.parse_args()


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[Callable[[str], str]]:
    """Gives addresses of databases that are emptied, or are new, before they are used."""
    if kind == "sqlite":
        yield lambda name: f"sqlite+aiosqlite:///{folder / name}.sqlite3"
    else:
        with postgresql_server() as address:
            yield lambda _name: address


if __name__ == "__main__":
    sys.exit(main())
