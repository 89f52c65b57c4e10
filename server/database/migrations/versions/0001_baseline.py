"""The empty database from which both histories start."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing to make yet: the catalogue is built in."""


def downgrade() -> None:
    """Nothing to undo."""
