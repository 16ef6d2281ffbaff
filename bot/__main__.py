"""`python -m bot`: the same as the `boia` command."""

import sys

from bot.cli import main

sys.exit(main())
