"""Asks the site for longer than `make test` does: `python -m tests.fuzzing --requests 100000`."""

import argparse
import os
import re
import sys
from random import SystemRandom
from time import perf_counter

from tests.fuzzing.shares import Outcome, Share, outcomes


def main() -> int:
    asked = _arguments()
    print(f"chance {asked.chance}, {asked.database}", flush=True)
    started = perf_counter()
    whole = Outcome()
    for outcome in outcomes(_shares(asked)):
        whole.add(outcome)
    counts = ", ".join(f"{status}: {n}" for status, n in sorted(whole.statuses.items()))
    print(f"{whole.requests} requests, {whole.texts} texts", end=" ")
    print(f"in {perf_counter() - started:.0f} s. {counts}", flush=True)
    for name, said in whole.failures.items():
        print(f"\n{name}\n{said}")
    print(f"{len(whole.failures)} failures.")
    return 1 if whole.failures else 0


def _shares(asked: argparse.Namespace) -> list[Share]:
    """The same for the same chance and number of processes; the last one does what is left."""
    number = asked.processes
    requests, texts = asked.requests // number, asked.texts // number
    last = number - 1
    return [
        Share(
            requests=asked.requests - last * requests if index == last else requests,
            texts=asked.texts - last * texts if index == last else texts,
            database=asked.database,
            chance=asked.chance + index,
            log=asked.log if asked.log == os.devnull or not index else f"{asked.log}.{index}",
            # Every second process sends its requests as moderators.
            role="moderator" if index % 2 else None,
        )
        for index in range(number)
    ]


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
    parser.add_argument("--requests", type=_count, default=0, help="made from the description")
    parser.add_argument("--texts", type=_count, default=0, help="written, stored and read back")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--processes", type=_number, default=1, help="each with a site of its own")
    parser.add_argument("--log", default=os.devnull, help="where the site's own log goes")
    parser.add_argument("--chance", type=int, default=SystemRandom().randrange(2**32))
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
