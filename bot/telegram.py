"""The Telegram bot: its application, its menu, its errors, and the polling that `boia run` does."""

from __future__ import annotations

from contextlib import AsyncExitStack

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from telegram import BotCommand, LinkPreviewOptions, Update
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
    filters,
)

from bot.broadcast import Broadcaster
from bot.context import CHATS, PICTURES, SERVICE, SUBSCRIPTIONS, BoiaApplication, Context
from bot.delivery import Patience
from bot.entrance import Entrance
from bot.errors import explain
from bot.handlers import HANDLERS
from bot.pictures import Pictures
from bot.services import open_parts
from bot.settings import Settings
from bot.store import Subscriptions
from bot.texts import DEFAULT_LANGUAGE, languages
from bot.updates import chats, locations, texts
from bot.updates.inline import Inline
from bot.updates.presses import Presses
from factguard.texts import translations

log = structlog.get_logger(__name__)

UPDATES = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.INLINE_QUERY, Update.MY_CHAT_MEMBER]
"""The kinds of news that the bot asks Telegram for."""


def build_application(url: str, token: str, *, per_second: float | None = None) -> BoiaApplication:
    """The application with every handler; its `bot_data` still needs the report service.

    `per_second` is how many requests go to chats in a second, None for no limit.
    """
    root = url.rstrip("/")
    application = (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{root}/bot")
        .base_file_url(f"{root}/file/bot")
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
    _add_handlers(application, Entrance())
    application.add_error_handler(on_error)
    return application


def _add_handlers(application: BoiaApplication, entrance: Entrance) -> None:
    """Every handler; the first that fits an update answers it."""
    private = filters.ChatType.PRIVATE
    for command in HANDLERS:
        application.add_handler(CommandHandler(command.all_names, entrance.to(command.answer)))
    application.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, chats.migration))
    application.add_handler(MessageHandler(filters.COMMAND, texts.UnknownCommands(entrance).answer))
    application.add_handler(MessageHandler(private & filters.TEXT, entrance.to(texts.text)))
    application.add_handler(MessageHandler(private & filters.LOCATION, entrance.to(locations.location)))
    application.add_handler(CallbackQueryHandler(Presses(entrance).answer))
    application.add_handler(InlineQueryHandler(Inline().answer))
    application.add_handler(ChatMemberHandler(chats.membership, ChatMemberHandler.MY_CHAT_MEMBER))


def poll(settings: Settings, token: str) -> None:
    """Answer until a signal stops it, through outages of Telegram as well."""
    resources, work = AsyncExitStack(), AsyncExitStack()

    async def open_resources(application: BoiaApplication) -> None:
        parts = await resources.enter_async_context(open_parts(settings))
        application.bot_data[SERVICE], application.bot_data[CHATS] = parts.reports, parts.chats
        await parts.reports.warm_up()
        await publish_menu(application)
        if parts.engine is not None:
            application.bot_data[SUBSCRIPTIONS] = Subscriptions(parts.engine)
            broadcaster = _broadcaster(application, parts.engine, settings)
            work.push_async_callback(broadcaster.stop)
            broadcaster.start()
        log.info("bot.started", name=application.bot.username, mode=settings.guard_mode)

    async def finish_work(_application: BoiaApplication) -> None:
        await work.aclose()

    async def close_resources(_application: BoiaApplication) -> None:
        await resources.aclose()

    application = build_application(settings.telegram_url, token, per_second=settings.messages_per_second or None)
    application.post_init, application.post_stop = open_resources, finish_work
    application.post_shutdown = close_resources
    application.run_polling(bootstrap_retries=-1, allowed_updates=UPDATES)


def _broadcaster(application: BoiaApplication, engine: AsyncEngine, settings: Settings) -> Broadcaster:
    return Broadcaster(
        application.bot,
        engine,
        application.bot_data[SERVICE],
        window=settings.catch_up,
        charts=settings.daily_chart,
        pictures=application.bot_data.setdefault(PICTURES, Pictures()),
    )


async def publish_menu(application: BoiaApplication) -> None:
    """Give Telegram the commands in every language, for the menu beside the text field."""
    for language in (language for language in languages() if "_" not in language):  # Telegram knows no varieties
        _ = translations(language).gettext
        menu = [BotCommand(command.name(language), _(command.help)) for command in HANDLERS]
        shown_to = None if language == DEFAULT_LANGUAGE else language  # None: to everybody else
        try:
            await application.bot.set_my_commands(menu, language_code=shown_to)
        except TelegramError as error:  # the commands work without a menu
            log.warning("telegram.menu_failed", language=language, reason=str(error))


async def on_error(update: object, context: Context) -> None:
    """Answer the user in one sentence; the log gets the rest."""
    error = context.error
    if isinstance(error, Conflict):
        log.error("telegram.conflict", advice="Another process polls with this token: stop one of the two.")
    elif isinstance(error, TelegramError):  # what could not be sent cannot be excused by sending more
        log.warning("telegram.failed", kind=type(error).__name__, reason=str(error))
        await _learn(update, context, error)
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
    if isinstance(update, Update) and update.effective_chat:
        context.prefer(await context.chats.preferences(update.effective_chat.id))
    sentence = explain(error, context.language)
    if sentence is None:
        log.error("update.failed", exc_info=error)
        sentence = context.gettext("Something went wrong here. Please try again later.")
    else:
        log.info("update.refused", kind=type(error).__name__, reason=str(error))
    if isinstance(update, Update) and update.effective_message:
        try:
            await update.effective_message.reply_text(sentence)
        except TelegramError as failure:
            log.warning("telegram.failed", kind=type(failure).__name__, reason=str(failure))
