"""Lint of the migrations, which run while the site is online with old and new code."""

from pathlib import Path

import pytest
import sqlalchemy as sa

from server.database.engine import create_engine
from server.database.migrate import migrate, revisions
from server.database.revisions import VERSIONS, oldest_code_of
from tests.made_up_revisions import write_revisions
from tests.server.database.migration_lint import faults_of, recorded_statements
from tests.server.database.squawk import squawk_findings

STEPS = revisions()


async def statements_by_step(address: str, versions: tuple[Path, ...]) -> dict[str, list[str]]:
    """Runs every migration on an empty server; returns the statements of each by revision."""
    statements = {}
    engine = create_engine(address)
    try:
        async with engine.begin() as connection:
            await connection.execute(sa.text("DROP SCHEMA public CASCADE"))
            await connection.execute(sa.text("CREATE SCHEMA public"))
        for revision in revisions(versions=versions):
            with recorded_statements(engine) as sent:
                await migrate(engine, revision, versions=versions)
            statements[revision] = sent
    finally:
        await engine.dispose()
    return statements


@pytest.fixture(scope="module")
async def statements(postgresql: str) -> dict[str, list[str]]:
    """Returns the statements of each migration of the site by revision."""
    return await statements_by_step(postgresql, (VERSIONS,))


@pytest.mark.anyio
@pytest.mark.parametrize("revision", STEPS)
async def test_no_migration_blocks_or_breaks_a_running_site(
    statements: dict[str, list[str]], revision: str
) -> None:
    step = statements[revision]

    assert any("alembic_version" in statement for statement in step)
    # A revision that names the oldest code it works with may remove what older code used.
    may_remove = oldest_code_of(revision) > 0
    assert faults_of(step, may_remove=may_remove) == []
    assert squawk_findings(step, may_remove=may_remove) == []


@pytest.mark.anyio
async def test_lint_reports_the_blocking_one_of_three_example_migrations(
    postgresql: str, tmp_path: Path
) -> None:
    bodies = [
        'add_index("ix_x", "posts", ["rating"])',
        'op.create_index("ix_y", "posts", ["rating"])',
        'op.add_column("posts", sa.Column("mood", sa.String(9), server_default="calm"))',
    ]
    versions = write_revisions(tmp_path / "steps", bodies)
    steps = [*(await statements_by_step(postgresql, versions)).values()][-3:]

    found = [faults_of(statements) for statements in steps]
    assert [len(squawk_findings(statements)) for statements in steps] == [0, 1, 0]
    assert [len(faults) for faults in found] == [0, 1, 0]
    assert found[1][0].startswith("an index that is not made online")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE INDEX ix_posts_mood ON posts (mood)",
        "CREATE UNIQUE INDEX ix_posts_mood ON posts (mood)",
        "ALTER TABLE posts ADD COLUMN mood VARCHAR(9) NOT NULL",
        "ALTER TABLE posts ADD COLUMN seen TIMESTAMP DEFAULT now() NOT NULL",
        "ALTER TABLE posts ADD COLUMN number BIGSERIAL",
        "ALTER TABLE posts ADD CONSTRAINT uq_x UNIQUE (mood)",
        "ALTER TABLE posts ADD CONSTRAINT ck_x CHECK (likes >= 0)",
        "ALTER TABLE posts ADD CONSTRAINT fk_x FOREIGN KEY(user_id) REFERENCES accounts (id)",
        "ALTER TABLE posts ALTER COLUMN likes TYPE BIGINT",
        "ALTER TABLE posts ALTER COLUMN title SET NOT NULL",
        "ALTER TABLE posts ALTER COLUMN title DROP DEFAULT",
        "ALTER TABLE posts DROP COLUMN title",
        "ALTER TABLE posts RENAME title TO name",
        "ALTER TABLE posts RENAME TO sayings",
        "DROP TABLE posts",
        "LOCK TABLE posts IN EXCLUSIVE MODE",
        "UPDATE posts SET likes = 0",
        "lock table posts",
    ],
)
def test_lint_reports_a_statement_that_blocks_or_breaks(statement: str) -> None:
    assert len(faults_of([statement])) == 1


@pytest.mark.parametrize(
    ("statement", "rule"),
    [
        ("CREATE INDEX ix_posts_mood ON posts (mood)", "require-concurrent-index-creation"),
        ("ALTER TABLE posts ADD COLUMN mood VARCHAR(9) NOT NULL", "adding-required-field"),
        ("ALTER TABLE posts ADD CHECK (likes >= 0)", "constraint-missing-not-valid"),
        ("ALTER TABLE posts ALTER COLUMN likes TYPE BIGINT", "changing-column-type"),
        ("ALTER TABLE posts DROP COLUMN title", "ban-drop-column"),
        ("DROP DATABASE chanoki", "ban-drop-database"),
    ],
)
def test_squawk_finds_a_statement_that_blocks_or_breaks(statement: str, rule: str) -> None:
    (found,) = squawk_findings([statement])

    assert found.startswith(f"{rule}: ")


def test_squawk_allows_a_removal_only_when_the_revision_names_it() -> None:
    statement = "ALTER TABLE posts DROP COLUMN mood"

    assert squawk_findings([statement], may_remove=True) == []
    assert len(squawk_findings([statement])) == 1


def test_lint_requires_a_migration_of_its_own_for_an_online_index() -> None:
    online = "CREATE INDEX CONCURRENTLY ix_x ON posts (mood)"

    assert faults_of(["SET lock_timeout = 0", online]) == []
    assert len(faults_of([online, "ALTER TABLE posts ADD COLUMN mood VARCHAR(9)"])) == 1


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE pots (id BIGINT)", "CREATE INDEX ix_pots ON pots (id)"],
        ["ALTER TABLE posts ADD COLUMN mood VARCHAR(9)"],
        ["ALTER TABLE posts ADD COLUMN mood VARCHAR(9) DEFAULT 'calm' NOT NULL"],
        ["ALTER TABLE posts ADD CONSTRAINT ck_x CHECK (likes >= 0) NOT VALID"],
        ["ALTER TABLE posts VALIDATE CONSTRAINT ck_x"],
        ["UPDATE posts SET mood = 'calm' WHERE id BETWEEN 1 AND 1000"],
        ["UPDATE alembic_version SET version_num='0009'"],
    ],
)
def test_lint_allows_a_harmless_statement(statements: list[str]) -> None:
    assert faults_of(statements) == []


def test_lint_allows_a_removal_only_when_the_revision_names_it() -> None:
    statement = "ALTER TABLE posts DROP COLUMN mood"

    assert faults_of([statement], may_remove=True) == []
    assert faults_of(["ALTER TABLE posts ALTER COLUMN likes TYPE BIGINT"], may_remove=True) != []
