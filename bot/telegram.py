"""The Telegram bot: its application with every handler, and what becomes of errors."""

from __future__ import annotations

import structlog
from telegram import LinkPreviewOptions, Update
from telegram.error import ChatMigrated, Conflict, TelegramError
from telegram.ext import (
    ApplicationBuilder,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ContextTypes,
    Defaults,
    InlineQueryHandler,
    MessageHandler,
    TypeHandler,
    filters,
)
from telegram.request import HTTPXRequest

from bot.chat.command import COMMANDS, Answer, ChatCommand
from bot.chat.entrance import Entrance
from bot.context import BoiaApplication, Context
from bot.errors import explain
from bot.handlers import HANDLERS
from bot.messaging.delivery import Patience, is_lost, told
from bot.messaging.request import request
from bot.messaging.traffic import COUNTING, PULSE, CountedRequest, Pulse, count_update
from bot.updates import chats, locations, texts
from bot.updates.channels import in_a_channel
from bot.updates.inline import Inline
from bot.updates.presses import Presses
from factguard.texts import mark as _

log = structlog.get_logger(__name__)

UNCONFIRMED = _("Telegram did not confirm my answer. If you do not see it, please ask again.")

UPDATES = [Update.MESSAGE, Update.CHANNEL_POST, Update.CALLBACK_QUERY, Update.INLINE_QUERY, Update.MY_CHAT_MEMBER]
"""The kinds of news that the bot asks Telegram for."""


def build_application(url: str, token: str, *, per_second: float | None = None) -> BoiaApplication:
    """The application with every handler; its `bot_data` still needs the services.

    `per_second` is how many requests go to chats in a second, None for no limit.
    """
    root, pulse = url.rstrip("/"), Pulse()
    application = (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{root}/bot")
        .base_file_url(f"{root}/file/bot")
        .request(CountedRequest(pulse, request()))
        .get_updates_request(CountedRequest(pulse, HTTPXRequest(connection_pool_size=1)))
        .context_types(ContextTypes(context=Context))
        .defaults(
            Defaults(
                link_preview_options=LinkPreviewOptions(is_disabled=True),
                allow_sending_without_reply=True,  # a question that was deleted meanwhile is answered all the same
            )
        )
        .rate_limiter(Patience(per_second))
        .job_queue(None)
        .concurrent_updates(True)  # one chat's sentence is not waited for by the others
        .build()
    )
    application.bot_data |= {COMMANDS: HANDLERS, PULSE: pulse}
    application.add_handler(TypeHandler(Update, count_update), group=COUNTING)
    _add_handlers(application, Entrance())
    application.add_error_handler(on_error)
    return application


def _add_handlers(application: BoiaApplication, entrance: Entrance) -> None:
    """Every handler; the first that fits an update answers it."""
    private, unknown = filters.ChatType.PRIVATE, texts.UnknownCommands(entrance).answer
    for command in HANDLERS:
        application.add_handler(CommandHandler(command.all_names, _answer(command, entrance, unknown)))
        if command.in_channels:
            posted = filters.UpdateType.CHANNEL_POST
            application.add_handler(CommandHandler(command.all_names, in_a_channel(command, entrance), posted))
    application.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, chats.migration))
    application.add_handler(MessageHandler(filters.COMMAND, unknown))
    application.add_handler(MessageHandler(private & filters.TEXT, entrance.to(texts.text)))
    application.add_handler(MessageHandler(private & filters.LOCATION, entrance.to(locations.location)))
    application.add_handler(CallbackQueryHandler(Presses(entrance).answer))
    application.add_handler(InlineQueryHandler(Inline().answer))
    application.add_handler(ChatMemberHandler(chats.Membership().answer, ChatMemberHandler.MY_CHAT_MEMBER))


def _answer(command: ChatCommand, entrance: Entrance, unknown: Answer) -> Answer:
    """What a command does where it is there; elsewhere it is an unknown one."""
    known = entrance.to(command.answer)

    async def answer(update: Update, context: Context) -> None:
        chat = update.effective_chat
        await (known if chat and command.is_there(chat, context) else unknown)(update, context)

    return answer


async def on_error(update: object, context: Context) -> None:
    """Answer the user in one sentence; the log gets the rest."""
    error = context.error
    if isinstance(error, Conflict):
        log.warning("telegram.conflict", advice="Another process polls with this token: stop one of the two.")
    elif isinstance(error, TelegramError):
        log.warning("telegram.failed", kind=type(error).__name__, reason=str(error))
        await _learn(update, context, error)
        if is_lost(error):  # the answer is not sent again: it may be there
            await _prefer(update, context)
            await _tell(update, context.gettext(UNCONFIRMED))
    elif error is not None:
        await _apologise(update, context, error)


async def _learn(update: object, context: Context, error: TelegramError) -> None:
    """Note what an error says of the chat: that it is gone, or has another id."""
    chat = update.effective_chat if isinstance(update, Update) else None
    if chat is None:
        return
    if isinstance(error, ChatMigrated):
        await context.chats.move(chat.id, error.new_chat_id)
    elif reason := chats.gone(error):
        await context.chats.set_gone(chat.id, reason)


async def _apologise(update: object, context: Context, error: Exception) -> None:
    await _prefer(update, context)
    sentence = explain(error, context.language)
    if sentence is None:
        log.error("update.failed", exc_info=error)
        sentence = context.gettext("Something went wrong here. Please try again later.")
    else:
        log.info("update.refused", kind=type(error).__name__, reason=str(error))
    await _tell(update, sentence)


async def _prefer(update: object, context: Context) -> None:
    """Answer as the chat wants it: an error's context knows nothing of that."""
    if isinstance(update, Update) and update.effective_chat:
        context.prefer(await context.chats.preferences(update.effective_chat.id))


async def _tell(update: object, sentence: str) -> None:
    if isinstance(update, Update) and update.effective_message:
        await told(update.effective_message, sentence)
