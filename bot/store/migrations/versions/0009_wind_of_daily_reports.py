"""Let daily reports have their chat's own unit for wind."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("subscriptions", sa.Column("wind", sa.String(8), comment="another unit for wind"))
    op.execute(
        "UPDATE subscriptions SET wind = (SELECT chats.wind FROM chats WHERE chats.id = subscriptions.chat_id)"
    )  # it was chosen before daily reports knew of it


def downgrade() -> None:
    op.drop_column("subscriptions", "wind")
