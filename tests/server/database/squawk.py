"""Adapter for squawk, a linter of PostgreSQL migrations."""

import json
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

PROGRAM = Path(sysconfig.get_path("scripts")) / "squawk"
# Style, and what Alembic or `server/database/migrate.py` settles for every step: the transaction
# of a step, its lock timeout, the types of the columns.
NOT_APPLIED = (
    "prefer-bigint-over-int",
    "prefer-bigint-over-smallint",
    "prefer-identity",
    "prefer-robust-stmts",
    "prefer-text-field",
    "require-timeout-settings",
)
# Allowed when the revision says from which version of the code on it may remove something.
REMOVALS = (
    "ban-drop-column",
    "ban-drop-default",
    "ban-drop-table",
    "renaming-column",
    "renaming-table",
)


def squawk_findings(statements: Sequence[str], *, takes_away: bool = False) -> list[str]:
    """Returns the findings of squawk in the order of the statements, as `rule: message`.

    With `takes_away`, the revision may remove columns and tables.
    """
    excluded = [*NOT_APPLIED, *(REMOVALS if takes_away else ())]
    command = [str(PROGRAM), "--reporter", "json", "--exclude", ",".join(excluded)]
    if not any("CONCURRENTLY" in statement for statement in statements):
        command.append("--assume-in-transaction")
    sql = "".join(f"{statement};\n" for statement in statements)
    run = subprocess.run(command, input=sql, capture_output=True, text=True, check=False)
    # 0: nothing found, 1: something found; anything else is a failure of the program.
    assert run.returncode in (0, 1), run.stderr
    return [f"{one['rule_name']}: {one['message']}" for one in json.loads(run.stdout)]
