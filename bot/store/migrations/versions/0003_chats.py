"""Keep chats with their preferences and favourites."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "chats",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, comment="Telegram's id of the chat"),
        sa.Column("language", sa.String(8), comment="en, pt_BR or pt_PT; null: as the client of whoever writes"),
        sa.Column("units", sa.String(16), nullable=False, comment="metric or imperial"),
        sa.Column("wind", sa.String(8), comment="another unit for wind"),
        sa.Column("active", sa.Boolean, nullable=False),
        sa.Column("reason", sa.String(16), comment="why it is not active"),
        sa.Column("created_at", sa.BigInteger, nullable=False, comment="seconds since 1970"),
        sa.Column("changed_at", sa.BigInteger, nullable=False, comment="seconds since 1970"),
    )
    op.create_table(
        "favourites",
        sa.Column("chat_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("place", sa.String(120), primary_key=True, comment="as somebody would ask for it"),
        sa.Column("added_at", sa.BigInteger, nullable=False, comment="seconds since 1970"),
    )


def downgrade() -> None:
    op.drop_table("favourites")
    op.drop_table("chats")
