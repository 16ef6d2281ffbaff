"""The guard's verdicts as the commands of a terminal say them."""

from factguard import Verdict
from factguard.texts import mark as _

VERDICTS = {
    Verdict.CLEAN: _("Clean: the text says nothing that the facts do not."),
    Verdict.FLAGGED: _("Flagged: the text would be shown with a note."),
    Verdict.WITHHELD: _("Withheld: the text would not be shown."),
    Verdict.UNCHECKED: _("Not checked: the mode is off."),
}
