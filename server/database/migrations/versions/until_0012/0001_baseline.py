"""The empty database from which both histories start."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes nothing: the catalogue is built in."""


def downgrade() -> None:
    """Undoes nothing."""
