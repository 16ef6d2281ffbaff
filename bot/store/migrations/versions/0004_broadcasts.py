"""Keep daily reports, and what of them was sent."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("slot", sa.String(240), nullable=False, comment="tells a chat's reports of one day apart"),
        sa.Column("topic_id", sa.BigInteger, comment="the topic of a forum"),
        sa.Column("domain", sa.String(16), nullable=False),
        sa.Column("place", sa.Text, nullable=False, comment="the place as JSON"),
        sa.Column("at", sa.String(5), nullable=False, comment="HH:MM on the chat's clock"),
        sa.Column("timezone", sa.String(64), nullable=False, comment="the chat's clock, as the tz database names it"),
        sa.Column("weekdays", sa.Integer, nullable=False, comment="bits; 1 is Monday"),
        sa.Column("tomorrow", sa.Boolean, nullable=False, comment="a report of the day after"),
        sa.Column("quiet", sa.Boolean, nullable=False, comment="sent without a sound"),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("units", sa.String(16), nullable=False),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("stopped", sa.Text, comment="why nothing can be sent there any more"),
        sa.Column("made_at", sa.BigInteger, nullable=False, comment="seconds since 1970"),
        sa.Column("next_at", sa.BigInteger, nullable=False, index=True, comment="the next run, in seconds since 1970"),
        sa.UniqueConstraint("chat_id", "slot"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("chat_id", sa.BigInteger, nullable=False),
        sa.Column("local_date", sa.String(10), nullable=False, comment="the day on the chat's clock, ISO 8601"),
        sa.Column("slot", sa.String(240), nullable=False),
        sa.Column("subscription_id", sa.Integer, nullable=False),
        sa.Column("state", sa.String(8), nullable=False, comment="planned, claimed, sent, failed, unknown or skipped"),
        sa.Column("due_at", sa.BigInteger, nullable=False, comment="seconds since 1970, as all times here"),
        sa.Column("planned_at", sa.BigInteger, nullable=False),
        sa.Column("claimed_at", sa.BigInteger),
        sa.Column("claimed_by", sa.String(64)),
        sa.Column("finished_at", sa.BigInteger),
        sa.Column("message_id", sa.BigInteger),
        sa.Column("reason", sa.Text, comment="why it was not sent, or why that is unknown"),
        sa.UniqueConstraint("chat_id", "local_date", "slot"),
    )
    op.create_index("ix_outbox_state_due_at", "outbox", ["state", "due_at"])
    op.create_index("ix_outbox_subscription_id", "outbox", ["subscription_id"])


def downgrade() -> None:
    op.drop_table("outbox")
    op.drop_table("subscriptions")
