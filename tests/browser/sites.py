"""Sites of the browser tests: the processes of a run prepare their data once."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import NamedTuple

from tests.forked_sites import ForkedProcess, forked_site
from tests.running_site import RunningSite

# The tests of a process ask its sites for one page at a time.
RENDER_WORKERS = "1"


class SiteStarter(NamedTuple):
    """Starts sites on copies of prepared data, in folders of its own."""

    shared: Path
    own: Path

    @contextmanager
    def start(self, name: str, *, samples: bool = False) -> Iterator[RunningSite]:
        """Starts a site without posts, or with the sample posts."""
        folder = self.own / name
        prepared = self._prepared(samples=samples)
        copytree(prepared, folder, ignore=ignore_patterns("*.log"))
        with forked_site(folder, samples=samples, RENDER_WORKERS=RENDER_WORKERS) as site:
            yield site

    def _prepared(self, *, samples: bool) -> Path:
        """Returns a folder with the data of a new site; the first process of a run makes it."""
        folder = self.shared / ("samples" if samples else "empty")
        is_ready = folder / "ready.log"
        folder.mkdir(parents=True, exist_ok=True)
        with (self.shared / f"{folder.name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not is_ready.exists():
                with forked_site(folder, samples=samples, RENDER_WORKERS=RENDER_WORKERS):
                    pass
                is_ready.touch()
        return folder


@contextmanager
def restored_afterwards(site: RunningSite, copy: Path) -> Iterator[None]:
    """Afterwards the site has the rows from before, and has forgotten whom it counted.

    Numbers of rows that are gone are not given again: the host may remember them.
    """
    database = site.log.with_name("chanoki.sqlite3")
    with closing(sqlite3.connect(database)) as live, closing(sqlite3.connect(copy)) as before:
        live.backup(before)
    yield
    with closing(sqlite3.connect(database)) as live, closing(sqlite3.connect(copy)) as before:
        numbers = live.execute("SELECT seq, name FROM sqlite_sequence").fetchall()
        before.backup(live)
        with live:
            live.execute("DELETE FROM sqlite_sequence")
            live.executemany("INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)", numbers)
    clear_recent_activity(site)


def clear_recent_activity(site: RunningSite) -> None:
    """Lets the site forget how much its members wrote of late, and the pages that it drew."""
    assert isinstance(site.process, ForkedProcess)
    database = sqlite3.connect(site.log.with_name("chanoki.sqlite3"))
    with closing(database), database:
        database.execute("DELETE FROM recent_texts")
    site.process.forget()
