"""What Alembic runs the migrations with: the connection that the store has open."""

from alembic import context

from bot.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
