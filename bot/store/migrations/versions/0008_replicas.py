"""Let several replicas share updates and pace, and let no row's number end at 32 bits."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

COUNTED = (("drafts", "id"), ("subscriptions", "id"), ("outbox", "id"), ("outbox", "subscription_id"))


def upgrade() -> None:
    op.create_table(
        "seen_updates",
        sa.Column(
            "update_id", sa.BigInteger, primary_key=True, autoincrement=False, comment="Telegram's id of the update"
        ),
        sa.Column("seen_at", sa.BigInteger, nullable=False, index=True, comment="seconds since 1970"),
    )
    op.create_table(
        "shared_pace",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False, comment="there is one row"),
        sa.Column("next_at", sa.Double, nullable=False, comment="when the next request may go, in seconds since 1970"),
        sa.Column("held_until", sa.Double, nullable=False, comment="until when Telegram wants no request"),
    )
    _widen(sa.Integer(), sa.BigInteger(), "bigint")


def downgrade() -> None:
    _widen(sa.BigInteger(), sa.Integer(), "integer")
    op.drop_table("shared_pace")
    op.drop_table("seen_updates")


def _widen(before: sa.types.TypeEngine[int], after: sa.types.TypeEngine[int], sequence: str) -> None:
    """SQLite's INTEGER has 64 bits already."""
    if op.get_bind().dialect.name != "postgresql":
        return
    for table, column in COUNTED:
        op.alter_column(table, column, existing_type=before, type_=after, existing_nullable=False)
        if column == "id":
            op.execute(f"ALTER SEQUENCE {table}_id_seq AS {sequence}")
