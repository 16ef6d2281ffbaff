"""The bot: reports in the terminal, as JSON and on Telegram."""
