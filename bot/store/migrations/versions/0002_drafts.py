"""Keep every draft with its fate."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("made_at", sa.BigInteger, nullable=False, index=True, comment="seconds since 1970"),
        sa.Column("domain", sa.String(16), nullable=False),
        sa.Column("place", sa.String(120), nullable=False),
        sa.Column("hour", sa.String(32), nullable=False, comment="ISO 8601, on the place's clock"),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False, comment="1 is the report's first"),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("tokens", sa.Integer, nullable=False),
        sa.Column("corrected", sa.Boolean, nullable=False),
        sa.Column("fault", sa.String(16), comment="why it was no draft"),
        sa.Column("verdict", sa.String(16), comment="what mode block says of it; null for a fault"),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("violations", sa.Text, nullable=False, comment="a JSON list"),
        sa.Column("left_out", sa.Text, nullable=False, comment="a JSON list of fields"),
        sa.Column("facts", sa.Text, nullable=False, comment="the fact map as JSON"),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("drafts")
