"""Chats that refuse the bot, and chats that move."""

import pytest
from telegram import Bot, BotCommandScopeChat, ChatMember
from telegram.error import BadRequest, ChatMigrated, Forbidden

from botapi import BotApi

GROUP, SUPERGROUP = -500, -1001234567890


async def _refusal(bot: Bot, chat_id: int) -> str:
    with pytest.raises(Forbidden) as refused:
        await bot.send_message(chat_id, "hello")
    return refused.value.message


async def test_user_who_blocks_the_bot_gets_nothing_until_he_comes_back(bot_api: BotApi, bot: Bot) -> None:
    bot_api.block(42)
    assert await _refusal(bot, 42) == "Forbidden: bot was blocked by the user"
    bot_api.unblock(42)
    await bot.send_message(42, "hello")
    changes = [each.my_chat_member for each in await bot.get_updates()]
    assert [each.new_chat_member.status for each in changes if each] == [ChatMember.BANNED, ChatMember.MEMBER]


async def test_account_that_is_gone_gets_nothing(bot_api: BotApi, bot: Bot) -> None:
    bot_api.deactivate(42)
    assert await _refusal(bot, 42) == "Forbidden: user is deactivated"


@pytest.mark.parametrize(("chat_id", "kind"), [(GROUP, "group"), (SUPERGROUP, "supergroup")])
async def test_group_that_throws_the_bot_out_gets_nothing(bot_api: BotApi, bot: Bot, chat_id: int, kind: str) -> None:
    bot_api.user_sends("/start", chat_id=chat_id)
    bot_api.kick(chat_id)
    assert await _refusal(bot, chat_id) == f"Forbidden: bot was kicked from the {kind} chat"


async def test_group_that_becomes_a_supergroup_tells_its_new_id(bot_api: BotApi, bot: Bot) -> None:
    bot_api.user_sends("/start", chat_id=GROUP)
    bot_api.migrate(GROUP, SUPERGROUP)
    with pytest.raises(ChatMigrated) as refused:
        await bot.send_message(GROUP, "hello")
    assert refused.value.new_chat_id == SUPERGROUP
    await bot.send_message(SUPERGROUP, "hello")
    _, before, after = [each.message for each in await bot.get_updates()]
    assert before is not None
    assert before.migrate_to_chat_id == SUPERGROUP
    assert after is not None
    assert after.migrate_from_chat_id == GROUP


async def test_chat_and_its_members_can_be_looked_up(bot_api: BotApi, bot: Bot) -> None:
    bot_api.add_chat(SUPERGROUP, title="Nadadores", username="nadadores")
    bot_api.add_member(SUPERGROUP, 7, "administrator")
    bot_api.add_member(SUPERGROUP, 8, "creator")
    bot_api.user_sends("hello", chat_id=SUPERGROUP, user_id=9)
    bot_api.user_sends("hello", chat_id=10, first_name="Ana")
    assert (await bot.get_chat("@nadadores")).title == "Nadadores"
    assert (await bot.get_chat(10)).first_name == "Ana"
    found = [(await bot.get_chat_member(SUPERGROUP, user_id)).status for user_id in (7, 8, 9, 10, bot.id)]
    assert found == ["administrator", "creator", "member", "left", "member"]


async def test_people_keep_what_is_known_of_them(bot_api: BotApi, bot: Bot) -> None:
    bot_api.user_sends("one", language_code="pt-br", first_name="Ana")
    bot_api.user_sends("two")
    second = (await bot.get_updates())[1].message
    assert second is not None
    assert second.from_user is not None
    assert (second.from_user.language_code, second.from_user.first_name) == ("pt-br", "Ana")
    assert (second.chat.type, second.message_id) == ("private", 2)


async def test_edited_message_of_a_person_reaches_the_bot(bot_api: BotApi, bot: Bot) -> None:
    bot_api.user_edits(bot_api.user_sends("/conditions joaquna"), "/conditions joaquina")
    _, edited = await bot.get_updates()
    assert edited.edited_message is not None
    assert (edited.edited_message.text, edited.edited_message.message_id) == ("/conditions joaquina", 1)
    assert [each.earlier_texts for each in bot_api.messages(everyone=True)] == [("/conditions joaquna",)]


async def test_any_other_update_can_be_pushed(bot_api: BotApi, bot: Bot) -> None:
    update_id = bot_api.push("poll_answer", {"poll_id": "1", "option_ids": [0], "option_persistent_ids": ["a"]})
    assert [each.update_id for each in await bot.get_updates()] == [update_id]


async def test_a_topic_takes_messages_photos_and_signs_and_another_number_is_refused(bot_api: BotApi, bot: Bot) -> None:
    bot_api.add_topic(SUPERGROUP, 17)
    asked = bot_api.user_sends("/start", chat_id=SUPERGROUP, topic=17)
    sent = await bot.send_message(SUPERGROUP, "hello", message_thread_id=17)
    assert asked.json["message_thread_id"] == sent.message_thread_id == 17
    assert sent.is_topic_message
    assert await bot.send_chat_action(SUPERGROUP, "typing", message_thread_id=17)
    for send in (
        bot.send_message(SUPERGROUP, "x", message_thread_id=18),
        bot.send_message(42, "x", message_thread_id=17),
    ):
        with pytest.raises(BadRequest, match="thread not found"):
            await send


async def test_people_share_where_they_are_delete_messages_and_press_what_is_not_there(
    bot_api: BotApi, bot: Bot
) -> None:
    bot_api.user_shares(-27.6, -48.4)
    question = bot_api.user_sends("/start")
    bot_api.user_deletes(question)
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(42, "hello", reply_to_message_id=question.message_id)
    await bot.send_message(42, "hello")
    bot_api.forge_press(bot_api.messages()[0], "nonsense")
    first, _, pressed = await bot.get_updates()
    assert first.message is not None
    assert first.message.location is not None
    assert (first.message.location.latitude, first.message.location.longitude) == (-27.6, -48.4)
    assert pressed.callback_query is not None
    assert pressed.callback_query.data == "nonsense"


CHANNEL = -1009876543210


async def test_a_channel_s_posts_reach_a_bot_that_is_an_administrator_there(bot_api: BotApi, bot: Bot) -> None:
    bot_api.channel_posts("before", chat_id=CHANNEL)
    bot_api.add_to_channel(CHANNEL)
    bot_api.channel_posts("/daily joaquina 07:00", chat_id=CHANNEL)
    added, posted = await bot.get_updates()
    assert added.my_chat_member is not None
    assert added.my_chat_member.new_chat_member.to_dict()["can_post_messages"] is True
    post = posted.channel_post
    assert post is not None
    assert (post.chat.type, post.text, post.from_user) == ("channel", "/daily joaquina 07:00", None)
    assert post.sender_chat == post.chat
    assert posted.effective_user is None


async def test_a_bot_s_own_post_in_a_channel_is_the_channel_s_and_can_be_edited(bot_api: BotApi, bot: Bot) -> None:
    bot_api.add_to_channel(CHANNEL)
    sent = await bot.send_message(CHANNEL, "hello")
    assert (sent.from_user, sent.sender_chat) == (None, sent.chat)
    await sent.edit_text("good bye")
    assert [each.text for each in bot_api.messages(CHANNEL)] == ["good bye"]
    assert (await bot.get_chat_member(CHANNEL, 42)).status == "creator"


async def test_a_bot_that_may_not_post_in_a_channel_is_told_so(bot_api: BotApi, bot: Bot) -> None:
    bot_api.add_to_channel(CHANNEL)
    bot_api.forbid_posts(CHANNEL)
    with pytest.raises(BadRequest, match="Need administrator rights in the channel chat"):
        await bot.send_message(CHANNEL, "hello")
    bot_api.kick(CHANNEL)
    assert await _refusal(bot, CHANNEL) == "Forbidden: bot was kicked from the channel chat"
    bot_api.channel_posts("unheard", chat_id=CHANNEL)
    assert [update.channel_post for update in await bot.get_updates()] == [None] * 3


async def test_commands_are_a_chat_s_own_where_it_is_known_and_no_channel(bot_api: BotApi, bot: Bot) -> None:
    bot_api.add_chat(42)
    await bot.set_my_commands([("start", "hello")], scope=BotCommandScopeChat(42))
    assert len(await bot.get_my_commands(scope=BotCommandScopeChat(42))) == 1
    await bot.delete_my_commands(scope=BotCommandScopeChat(42))
    assert await bot.get_my_commands(scope=BotCommandScopeChat(42)) == ()
    bot_api.add_to_channel(CHANNEL)
    for chat, said in ((43, "Chat not found"), (CHANNEL, "Can't change commands in channel chats")):
        with pytest.raises(BadRequest, match=said):
            await bot.set_my_commands([("start", "hello")], scope=BotCommandScopeChat(chat))
