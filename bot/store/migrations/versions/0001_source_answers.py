"""Keep the weather source's answers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "source_answers",
        sa.Column("api", sa.String(32), primary_key=True),
        sa.Column("cell", sa.String(32), primary_key=True),
        sa.Column(
            "hour",
            sa.BigInteger,
            primary_key=True,
            comment="the hour in which it was asked for, in seconds since 1970",
        ),
        sa.Column("fetched_at", sa.BigInteger, nullable=False, comment="seconds since 1970"),
        sa.Column("body", sa.Text, comment="the answer as JSON, null where the source has no data there"),
    )


def downgrade() -> None:
    op.drop_table("source_answers")
