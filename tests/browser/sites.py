"""Sites of the browser tests, started on copies of data that one process of a run prepares."""

import fcntl
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import NamedTuple

from tests.forked_sites import ForkedProcess, forked_site
from tests.running_site import RunningSite

# The tests of a process request one page at a time, so one worker is enough.
RENDER_WORKERS = "1"


class SiteStarter(NamedTuple):
    """Starts sites: `shared` has the prepared data of the run, `own` those of this process."""

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
        """Returns a folder with data of a new site, which the first process of a run creates."""
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
    """Restores the rows of the site after the block, and clears counts and cached pages.

    Ids of removed rows are not used again, because the host may still have them in memory.
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
    """Clears what limits recent texts and requests, and the page cache."""
    assert isinstance(site.process, ForkedProcess)
    database = sqlite3.connect(site.log.with_name("chanoki.sqlite3"))
    with closing(database), database:
        database.execute("DELETE FROM recent_texts")
    site.process.forget()
