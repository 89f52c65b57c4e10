"""Made-up Alembic revisions after the newest one, as a future version would bring them."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent, indent

from server.database.revisions import VERSIONS, newest_revision, number_of

HEAD = '''"""A made-up step."""

import os
import signal
import time

import sqlalchemy as sa
from alembic import op

from server.database.steps import add_index

revision = "{revision}"
down_revision = "{before}"


def upgrade() -> None:
{body}


def downgrade() -> None:
    """Does nothing."""
'''


def write_revisions(folder: Path, bodies: Sequence[str], *, ending: str = "") -> tuple[Path, ...]:
    """Writes one revision for each body of `upgrade()`.

    Returns the folders of the whole history: the project's revisions and these.
    """
    folder.mkdir(exist_ok=True)
    before = newest_revision()
    for body in bodies:
        revision = f"{number_of(before) + 1:04}{ending}"
        text = indent(dedent(body).strip(), "    ")
        path = folder / f"{revision}.py"
        path.write_text(HEAD.format(revision=revision, before=before, body=text), encoding="utf-8")
        before = revision
    return (VERSIONS, folder)
