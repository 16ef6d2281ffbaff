"""The commands of `boia`, in the order in which its help shows them."""

from bot.command import Command
from bot.commands import check, places, report, run

COMMANDS: tuple[Command, ...] = (report.COMMAND, check.COMMAND, places.COMMAND, run.COMMAND)
