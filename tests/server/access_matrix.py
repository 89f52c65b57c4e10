"""Writer of access_matrix.md from the tables of rules, run by `make contracts`."""

from pathlib import Path

from tests.server.operations import TABLE
from tests.server.roles import FORMS, ROLES, form_changes, form_status_for, status_for

FILE = Path(__file__).with_name("access_matrix.md")
HEAD = """# Roles and operations

Made from `access_rules.toml` and `form_rules.toml` by `make contracts`;
`test_role_matrix.py` requests each operation in each role. The author wrote the thing, or is the
member, that the address names; muted and blocked: by that author. A form answers 303 with the page
that it leads to; in brackets: it stores nothing.
"""


def render() -> str:
    """Returns the text of access_matrix.md: the status of each operation for each role."""
    columns = ["operation", *ROLES]
    lines = [_line(columns), _line(["---"] * len(columns))]
    lines += [
        _line([f"`{name}`", *(str(status_for(row, role)) for role in ROLES)])
        for name, row in TABLE.items()
    ]
    for name, row in FORMS.items():
        statuses = [(str(form_status_for(row, role)), form_changes(row, role)) for role in ROLES]
        cells = [status if changes else f"({status})" for status, changes in statuses]
        lines.append(_line([f"`{name}`", *cells]))
    return "\n".join([HEAD, *lines, ""])


def _line(cells: list[str]) -> str:
    """Returns a row of a Markdown table."""
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    FILE.write_text(render(), encoding="utf-8")
