"""Keep who set the guard mode, and when."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "guard_changes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("made_at", sa.BigInteger, nullable=False, comment="seconds since 1970"),
        sa.Column("admin_id", sa.BigInteger, nullable=False, comment="Telegram's id of the admin"),
        sa.Column("from_mode", sa.String(8), nullable=False),
        sa.Column("to_mode", sa.String(8), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("guard_changes")
