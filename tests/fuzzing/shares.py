"""Fuzzing in several processes, each with a site and a database of its own."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from server.web.viewer import Role
from tests.fuzzing.requests import send_requests
from tests.fuzzing.site import fuzzed_site
from tests.fuzzing.texts import write_and_read_back
from tests.postgresql import postgresql_server


@dataclass(frozen=True)
class Share:
    """Requests and texts of one process, with its database and log."""

    requests: int
    texts: int
    database: str
    seed_number: int
    log: str
    # Role of all members who send requests.
    role: Role | None = None


@dataclass
class Outcome:
    """Numbers of requests and texts, statuses, and failures."""

    requests: int = 0
    texts: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)

    def add(self, other: "Outcome") -> None:
        self.requests += other.requests
        self.texts += other.texts
        self.statuses += other.statuses
        self.failures |= other.failures


def run_shares(shares: list[Share]) -> Iterator[Outcome]:
    """Runs each share in a process; a single one in this process."""
    if len(shares) == 1:
        yield _run(shares[0])
        return
    with ProcessPoolExecutor(len(shares), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_run, shares)


def _run(share: Share) -> Outcome:
    done = Outcome()
    with (
        TemporaryDirectory() as folder,
        _database(share.database, Path(folder)) as address,
        Path(share.log).open("w") as log,
        redirect_stderr(log),
    ):
        if share.requests:
            with fuzzed_site(
                Path(folder) / "requests", address("requests"), role=share.role
            ) as site:
                findings = send_requests(site, share.requests, seed_number=share.seed_number)
            done.add(Outcome(findings.requests, 0, findings.statuses, findings.failures))
        if share.texts:
            with fuzzed_site(Path(folder) / "texts", address("texts"), role="moderator") as site:
                failures = write_and_read_back(site, share.texts, seed_number=share.seed_number)
            done.add(Outcome(texts=share.texts, failures=failures))
    return done


@contextmanager
def _database(kind: str, folder: Path) -> Iterator[Callable[[str], str]]:
    """Yields a function that returns the URL of a database for a name; PostgreSQL has only one."""
    if kind == "sqlite":
        yield lambda name: f"sqlite+aiosqlite:///{folder / name}.sqlite3"
    else:
        with postgresql_server() as address:
            yield lambda _name: address
