"""Longer runs of generated requests and texts: `python -m tests.fuzzing --requests 100000`."""

import argparse
import os
import re
import sys
from random import SystemRandom
from time import perf_counter

from tests.fuzzing.shares import Outcome, Share, run_shares


def main() -> int:
    arguments = _arguments()
    print(f"seed {arguments.seed}, {arguments.database}", flush=True)
    started = perf_counter()
    total = Outcome()
    for outcome in run_shares(_shares(arguments)):
        total.add(outcome)
    counts = ", ".join(f"{status}: {n}" for status, n in sorted(total.statuses.items()))
    print(f"{total.requests} requests, {total.texts} texts", end=" ")
    print(f"in {perf_counter() - started:.0f} s. {counts}", flush=True)
    for name, detail in total.failures.items():
        print(f"\n{name}\n{detail}")
    print(f"{len(total.failures)} failures.")
    return 1 if total.failures else 0


def _shares(arguments: argparse.Namespace) -> list[Share]:
    """Divides requests and texts among the processes; the last one gets the remainder."""
    number = arguments.processes
    requests, texts = arguments.requests // number, arguments.texts // number
    last = number - 1
    return [
        Share(
            requests=arguments.requests - last * requests if index == last else requests,
            texts=arguments.texts - last * texts if index == last else texts,
            database=arguments.database,
            seed_number=arguments.seed + index,
            log=_log_of(arguments.log, index),
            # In every second process the members are moderators.
            role="moderator" if index % 2 else None,
        )
        for index in range(number)
    ]


def _log_of(log: str, index: int) -> str:
    """Returns the log of a process: `log` for the first one, and with its number for others."""
    return log if log == os.devnull or not index else f"{log}.{index}"


def _count(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise argparse.ArgumentTypeError(f'"{text}" must be a whole number, 0 or more')
    return int(text)


def _number(text: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,3}", text):
        raise argparse.ArgumentTypeError(f'"{text}" must be a whole number, 1 or more')
    return int(text)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--requests", type=_count, default=0, help="generated from shared/api.json")
    parser.add_argument(
        "--texts", type=_count, default=0, help="number of texts to write and read back"
    )
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=_number, default=1, help="each with a site of its own")
    parser.add_argument("--log", default=os.devnull, help="file for the site's log")
    parser.add_argument(
        "--seed", type=int, default=SystemRandom().randrange(2**32), help="repeats a run"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
