"""What a chat asks and presses: requests read, buttons, daily reports in words, who may do what."""
