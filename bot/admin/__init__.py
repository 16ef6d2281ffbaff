"""What those who run the bot see: alarms, announcements, statistics and reviews."""
