"""Reports laid out for a reader, before it is known whether a terminal or Telegram shows them."""
