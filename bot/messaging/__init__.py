"""Messages on their way to Telegram: their text and pictures, their pace, and what became of them."""
