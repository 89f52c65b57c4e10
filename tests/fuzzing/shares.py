"""Divides the asking among processes: each has a site and a database of its own."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from server.web.viewer import Role
from tests.fuzzing.requests import ask_everything
from tests.fuzzing.site import subject
from tests.fuzzing.texts import read_back
from tests.postgresql import postgresql_server


@dataclass(frozen=True)
class Share:
    """What one process does, on a site and a database of its own."""

    requests: int
    texts: int
    database: str
    chance: int
    log: str
    # Of all members who send requests.
    role: Role | None = None


@dataclass
class Outcome:
    """What was done, and what went wrong."""

    requests: int = 0
    texts: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)

    def add(self, other: "Outcome") -> None:
        self.requests += other.requests
        self.texts += other.texts
        self.statuses += other.statuses
        self.failures |= other.failures


def outcomes(shares: list[Share]) -> Iterator[Outcome]:
    if len(shares) == 1:
        yield _do(shares[0])
        return
    with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_do, shares)


def _do(share: Share) -> Outcome:
    done = Outcome()
    with (
        TemporaryDirectory() as folder,
        _database(share.database, Path(folder)) as address,
        Path(share.log).open("w") as log,
        redirect_stderr(log),
    ):
        if share.requests:
            with subject(Path(folder) / "requests", address("requests"), role=share.role) as site:
                findings = ask_everything(site, share.requests, chance=share.chance)
            done.add(Outcome(findings.asked, 0, findings.statuses, findings.failures))
        if share.texts:
            with subject(Path(folder) / "texts", address("texts"), role="moderator") as site:
                wrong = read_back(site, share.texts, chance=share.chance)
            done.add(Outcome(texts=share.texts, failures=wrong))
    return done


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[Callable[[str], str]]:
    """Gives addresses of databases that are emptied, or are new, before they are used."""
    if kind == "sqlite":
        yield lambda name: f"sqlite+aiosqlite:///{folder / name}.sqlite3"
    else:
        with postgresql_server() as address:
            yield lambda _name: address
