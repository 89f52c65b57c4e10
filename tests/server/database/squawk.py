"""Adapter for squawk, a linter of PostgreSQL migrations."""

import json
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path

PROGRAM = Path(sysconfig.get_path("scripts")) / "squawk"
# Rules of style, and those that Alembic or `server/database/migrate.py` meets for every step:
# the transaction of a step, its lock timeout, the types of the columns.
NOT_APPLIED = (
    "prefer-bigint-over-int",
    "prefer-bigint-over-smallint",
    "prefer-identity",
    "prefer-robust-stmts",
    "prefer-text-field",
    "require-timeout-settings",
)
# Rules that do not apply when the revision names the oldest code that it works with.
REMOVALS = (
    "ban-drop-column",
    "ban-drop-default",
    "ban-drop-table",
    "renaming-column",
    "renaming-table",
)


def squawk_findings(statements: Sequence[str], *, may_remove: bool = False) -> list[str]:
    """Returns the findings of squawk in the order of the statements, as `rule: message`.

    With `may_remove`, the revision may remove columns and tables.
    """
    excluded = [*NOT_APPLIED, *(REMOVALS if may_remove else ())]
    command = [str(PROGRAM), "--reporter", "json", "--exclude", ",".join(excluded)]
    if not any("CONCURRENTLY" in statement for statement in statements):
        command.append("--assume-in-transaction")
    sql = "".join(f"{statement};\n" for statement in statements)
    run = subprocess.run(command, input=sql, capture_output=True, text=True, check=False)
    # 0: nothing found, 1: something found; anything else is a failure of the program.
    assert run.returncode in (0, 1), run.stderr
    return [f"{one['rule_name']}: {one['message']}" for one in json.loads(run.stdout)]
