"""Keep what statistics are counted from, and what admins say of drafts.

The drafts that are there are given the report that they belong to and their violations a row each, so that the first
statistics need not wait for new drafts.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

BATCH = 1000
COUNTED = sa.BigInteger().with_variant(sa.Integer, "sqlite")

_DRAFTS = sa.table(
    "drafts",
    *(sa.column(name) for name in ("id", "made_at", "attempt", "language", "model", "violations", "report")),
)
_VIOLATIONS = sa.table(
    "violations",
    *(sa.column(name) for name in ("draft_id", "made_at", "rule", "severity", "field", "language", "model")),
)


def upgrade() -> None:
    op.add_column("drafts", sa.Column("report", sa.String(32), comment="the same in all attempts of one report"))
    op.create_table(
        "violations",
        sa.Column("id", COUNTED, primary_key=True, autoincrement=True),
        sa.Column("draft_id", sa.BigInteger, nullable=False, index=True),
        sa.Column("made_at", sa.BigInteger, nullable=False, index=True, comment="as the draft"),
        sa.Column("rule", sa.String(32), nullable=False),
        sa.Column("severity", sa.String(8), nullable=False),
        sa.Column("field", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False, comment="as the draft"),
        sa.Column("model", sa.Text, nullable=False, comment="as the draft"),
    )
    op.create_table(
        "reviews",
        sa.Column("draft_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("admin_id", sa.BigInteger, nullable=False, comment="Telegram's id of the admin"),
        sa.Column("made_at", sa.BigInteger, nullable=False, comment="seconds since 1970"),
        sa.Column("judgement", sa.String(16), nullable=False, comment="right or false_alarm"),
    )
    op.create_table(
        "report_counts",
        sa.Column("hour", sa.BigInteger, primary_key=True, autoincrement=False, comment="seconds since 1970"),
        sa.Column("kind", sa.String(16), primary_key=True, comment="chat or inline"),
        sa.Column("domain", sa.String(16), primary_key=True),
        sa.Column("language", sa.String(8), primary_key=True),
        sa.Column("fate", sa.String(16), primary_key=True, comment="the sentence's verdict, or why there was none"),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_index("ix_drafts_verdict_id", "drafts", ["verdict", "id"])
    _name_reports()
    _list_violations()
    op.create_index("ix_drafts_statistics", "drafts", ["made_at", "report", "verdict", "shown", "seconds"])


def downgrade() -> None:
    op.drop_index("ix_drafts_statistics", "drafts")
    op.drop_index("ix_drafts_verdict_id", "drafts")
    op.drop_table("report_counts")
    op.drop_table("reviews")
    op.drop_table("violations")
    op.drop_column("drafts", "report")


def _name_reports() -> None:
    """The attempts of a report were kept one after another: each belongs to the last first one before it."""
    first = _DRAFTS.alias()
    name = (
        sa.select(sa.cast(first.c.id, sa.String))
        .where(first.c.id <= _DRAFTS.c.id, first.c.attempt == 1)
        .order_by(first.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    op.execute(sa.update(_DRAFTS).values(report=name))


def _list_violations() -> None:
    connection, last = op.get_bind(), 0
    faulty = sa.select(_DRAFTS).where(_DRAFTS.c.violations != "[]").order_by(_DRAFTS.c.id).limit(BATCH)
    while drafts := connection.execute(faulty.where(_DRAFTS.c.id > last)).all():
        connection.execute(sa.insert(_VIOLATIONS), [row for draft in drafts for row in _rows(draft)])
        last = drafts[-1].id


def _rows(draft: Any) -> list[dict[str, Any]]:
    same = {"draft_id": draft.id, "made_at": draft.made_at, "language": draft.language, "model": draft.model}
    return [
        same | {name: violation[name] for name in ("rule", "severity", "field")}
        for violation in json.loads(draft.violations)
    ]
