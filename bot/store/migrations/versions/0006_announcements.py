"""Keep announcements, which rows of the outbox are theirs, and what admins were told of trouble."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "announcements",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("admin_id", sa.BigInteger, nullable=False, comment="Telegram's id of the admin who wrote it"),
        sa.Column("language", sa.String(8), nullable=False, comment="of what the admin is told in the end"),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("entities", sa.Text, nullable=False, comment="a JSON list of Telegram's message entities"),
        sa.Column("stage", sa.String(16), nullable=False, comment="draft, discarded, sending or done"),
        sa.Column("made_at", sa.BigInteger, nullable=False, comment="seconds since 1970, as all times here"),
        sa.Column("confirmed_at", sa.BigInteger),
        sa.Column("finished_at", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger, comment="the admin's message with the buttons"),
        sa.Column("planned_to", sa.BigInteger, nullable=False, comment="chats of this id and above have their rows"),
        sa.Column("planned", sa.Boolean, nullable=False, comment="all chats have their rows"),
    )
    op.create_table(
        "alarms",
        sa.Column("trouble", sa.String(16), primary_key=True, comment="model, provider or broadcast"),
        sa.Column("told_at", sa.BigInteger, nullable=False, comment="seconds since 1970"),
        sa.Column("since", sa.BigInteger, nullable=False, comment="seconds since 1970"),
        sa.Column("lasts", sa.Boolean, nullable=False, comment="nobody was told yet that it is over"),
    )
    column = sa.Column("announcement_id", sa.Integer, comment="such rows wait as 'queued'; null: a daily report")
    op.add_column("outbox", column)


def downgrade() -> None:
    op.drop_column("outbox", "announcement_id")
    op.drop_table("alarms")
    op.drop_table("announcements")
