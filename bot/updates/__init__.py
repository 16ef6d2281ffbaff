"""What the bot answers besides commands, a file each: buttons, plain text, locations, inline queries, news of chats."""
