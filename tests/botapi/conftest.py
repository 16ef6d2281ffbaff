"""A real telegram.Bot and a real Application on the stand-in."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

from botapi import BotApi

AnyApplication = Application[Any, Any, Any, Any, Any, Any]


@pytest.fixture
async def bot(bot_api: BotApi) -> AsyncIterator[Bot]:
    bot_api.add_chat(42)
    async with Bot(bot_api.token, base_url=bot_api.base_url) as bot:
        yield bot


@pytest.fixture
async def polling(bot_api: BotApi) -> AsyncIterator[AnyApplication]:
    """An application that echoes /conditions with a button, and polls."""
    application = Application.builder().token(bot_api.token).base_url(bot_api.base_url).build()
    application.add_handler(CommandHandler("conditions", _conditions))
    application.add_handler(CallbackQueryHandler(_pressed))
    async with application:
        assert application.updater is not None
        await application.updater.start_polling(timeout=20)
        await application.start()
        yield application
        await application.updater.stop()
        await application.stop()


async def _conditions(update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.effective_message is not None
    assert update.effective_user is not None
    place = " ".join(context.args or ())
    keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Again", callback_data=f"again:{place}")]])
    sent = await update.effective_message.reply_text(f"{place}: 19 °C", reply_markup=keyboard)
    await sent.edit_text(f"{place}: 19 °C, {update.effective_user.language_code}", reply_markup=keyboard)


async def _pressed(update: Update, _context: ContextTypes.DEFAULT_TYPE) -> None:
    assert update.callback_query is not None
    await update.callback_query.answer("Looking again")
    await update.callback_query.edit_message_text(f"{update.callback_query.data}, done")
