"""The commands of `boia`, in the order in which its help shows them."""

from bot.command import Command
from bot.commands import chart, check, doctor, hours, model, places, report, reviews, run

COMMANDS: tuple[Command, ...] = (
    report.COMMAND,
    hours.COMMAND,
    chart.COMMAND,
    check.COMMAND,
    places.COMMAND,
    model.COMMAND,
    doctor.COMMAND,
    reviews.COMMAND,
    run.COMMAND,
)
