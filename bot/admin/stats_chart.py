"""The figures of /stats as a picture: drafts by verdict, how long they took, and what the guard objected to."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from babel.dates import format_skeleton
from babel.numbers import format_compact_decimal, format_decimal

from bot.admin.stats_text import FATES, stats_span, stats_title
from bot.layout.chart import DPI, PALETTES, WIDTH_IN, Theme, in_turn
from bot.store.statistics import BY_THE_HOUR, FAULT, Figures, Step
from factguard import Verdict
from factguard.texts import translations

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Text

HEAD_IN, FOOT_IN, GAP_IN = 1.05, 0.25, 0.62
STEPS_IN, SECONDS_IN, BAR_IN = 2.3, 1.7, 0.34
LEFT, WIDTH, NAMES = 0.085, 0.89, 0.34
"""Where panels begin, how wide they are, and where bars begin beside their names; in parts of the whole."""
MOST_RULES = 8
MOST_TICKS = 7
MOST_DOTS = 35
LONG = 100_000

STACK = (Verdict.CLEAN, Verdict.FLAGGED, Verdict.WITHHELD, FAULT, Verdict.UNCHECKED)
"""From the bottom of a column to its top."""
COLOURS = dict(zip(STACK, ("#3fae6a", "#f2cf5b", "#d9655b", "#9aa7b3", "#c9d2da"), strict=True))
PALETTE = PALETTES[Theme.LIGHT]


@dataclass(frozen=True, slots=True)
class Content:
    """What the picture shows, in words and numbers of one language."""

    title: str
    subtitle: str
    steps: tuple[str, ...]
    """What stands under each step; empty where there is no room."""
    stacks: tuple[tuple[str, str, tuple[int, ...]], ...]
    """For each verdict its key, its name and its count at each step."""
    median: tuple[float | None, ...]
    most: tuple[float | None, ...]
    rules: tuple[tuple[str, int], ...]
    language: str
    by_hour: bool


async def drawn_stats(figures: Figures, language: str) -> bytes:
    """The picture as PNG, drawn off the event loop."""
    return await in_turn(draw_stats, stats_content(figures, language))


def stats_content(figures: Figures, language: str) -> Content:
    """What the picture of some figures shows."""
    _ = translations(language).gettext
    present = [verdict for verdict in STACK if figures.drafts.get(verdict)]
    rules: dict[str, int] = {}
    for objected, count in figures.objected.items():
        rules[objected.rule] = rules.get(objected.rule, 0) + count
    by_hour = figures.until - figures.since <= BY_THE_HOUR
    return Content(
        title=stats_title(figures, language),
        subtitle=stats_span(figures, language),
        steps=tuple(_named(figures.steps, by_hour, language)),
        stacks=tuple(
            (verdict, _(FATES[verdict]), tuple(step.drafts.get(verdict, 0) for step in figures.steps))
            for verdict in present
        ),
        median=tuple(step.seconds.median if step.seconds else None for step in figures.steps),
        most=tuple(step.seconds.most if step.seconds else None for step in figures.steps),
        rules=tuple(sorted(rules.items(), key=lambda each: (-each[1], each[0]))[:MOST_RULES]),
        language=language,
        by_hour=by_hour,
    )


def draw_stats(content: Content) -> bytes:
    """The picture as PNG, 1080 pixels wide."""
    from matplotlib.figure import Figure  # half a second to load, and most commands draw nothing

    heights = [STEPS_IN, SECONDS_IN, *([BAR_IN * len(content.rules)] if content.rules else [])]
    whole = HEAD_IN + FOOT_IN + sum(heights) + GAP_IN * (len(heights) - 1)
    figure = Figure(figsize=(WIDTH_IN, whole), dpi=DPI, facecolor=PALETTE.paper)
    panels = _panels(figure, heights, whole)
    _columns(panels[0], content)
    _seconds(panels[1], content)
    if content.rules:
        _rules(panels[2], content.rules, content.language)
    figure.text(0.03, 1 - 0.36 / whole, content.title, fontsize=17, fontweight="bold", color=PALETTE.ink)
    figure.text(0.03, 1 - 0.6 / whole, content.subtitle, fontsize=11, color=PALETTE.ink)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", facecolor=PALETTE.paper, pil_kwargs={"compress_level": 6})
    return buffer.getvalue()


def _panels(figure: Figure, heights: Sequence[float], whole: float) -> list[Axes]:
    """One below the other, each as high as it is given in inches."""
    top, panels = whole - HEAD_IN, []
    for height in heights:
        top -= height
        panels.append(figure.add_axes((LEFT, top / whole, WIDTH, height / whole)))
        top -= GAP_IN
    return panels


def _dress(ax: Axes, title: str) -> Text:
    """Frame and heading. Returns the heading."""
    heading = ax.set_title(title, loc="left", fontsize=12, color=PALETTE.ink, y=1.0, pad=7)
    ax.set_facecolor(PALETTE.paper)
    ax.tick_params(colors=PALETTE.ink, labelsize=11, length=0)
    ax.grid(axis="y", color=PALETTE.faint, linewidth=0.6)
    ax.set_axisbelow(True)
    for side, spine in ax.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(PALETTE.faint)
    return heading


def _columns(ax: Axes, content: Content) -> None:
    """Drafts by verdict, a column a step."""
    _ = translations(content.language).gettext
    _dress(ax, _("Drafts an hour") if content.by_hour else _("Drafts a day"))
    floor = [0] * len(content.steps)
    for verdict, name, counts in content.stacks:
        ax.bar(range(len(counts)), counts, width=0.82, bottom=floor, color=COLOURS[verdict], linewidth=0, label=name)
        floor = [below + count for below, count in zip(floor, counts, strict=True)]
    _legend(ax, len(content.stacks))
    _axes(ax, content, max(floor, default=0), whole=True)


def _seconds(ax: Axes, content: Content) -> None:
    """How long drafts took: the median, and what all but one in twenty stayed within."""
    _ = translations(content.language).gettext
    _dress(ax, _("Seconds per draft"))
    lines = ((content.median, "-", _("median")), (content.most, (0, (3, 1.5)), _("95th percentile")))
    dots = 4 if len(content.steps) <= MOST_DOTS else 0
    for (values, style, name), color in zip(lines, PALETTE.lines, strict=True):
        known = [float("nan") if value is None else value for value in values]
        # Dots, since a step between two without drafts has no line to it.
        ax.plot(range(len(known)), known, color=color, linewidth=2.2, linestyle=style, label=name, marker="o", ms=dots)
    _legend(ax, len(lines))
    _axes(ax, content, max((value for value in content.most if value is not None), default=0.0), whole=False)


def _rules(ax: Axes, rules: Sequence[tuple[str, int]], language: str) -> None:
    """What the guard objected to, the most frequent on top; names and numbers stand on or behind their bars."""
    _ = translations(language).gettext
    heading = _dress(ax, _("Objections by rule"))
    ax.grid(visible=False)
    ax.spines["bottom"].set_visible(False)
    ax.set_xticks([])
    ax.set_yticks(range(len(rules)), [rule for rule, _count in rules])
    ax.tick_params(axis="y", pad=6)
    ax.invert_yaxis()
    longest = max(count for _rule, count in rules)
    ax.barh(range(len(rules)), [count for _rule, count in rules], height=0.66, color=PALETTE.lines[0], linewidth=0)
    ax.set_xlim(0, longest * 1.16)
    box = ax.get_position()
    ax.set_position((NAMES, box.y0, LEFT + WIDTH - NAMES, box.height))
    heading.set_x((LEFT - NAMES) / (LEFT + WIDTH - NAMES))
    for at, (_rule, count) in enumerate(rules):
        ax.annotate(
            brief(count, language), (count, at), xytext=(5, 0), textcoords="offset points", va="center",
            fontsize=11, color=PALETTE.ink,
        )  # fmt: skip


def _legend(ax: Axes, columns: int) -> None:
    size, space = (11, 1.1) if columns < len(STACK) else (9, 0.6)  # all five together have little room
    ax.legend(
        loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=columns, frameon=False, fontsize=size,
        labelcolor=PALETTE.ink, handlelength=1.1, borderaxespad=0.0, columnspacing=space, handletextpad=0.4,
    )  # fmt: skip


def _axes(ax: Axes, content: Content, top: float, *, whole: bool) -> None:
    """Steps below, few numbers beside, printed in the language."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    ax.set_ylim(0, top * 1.12 or 1)
    ax.yaxis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 5, 10], integer=whole))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _at: brief(round(value, 2), content.language)))
    if top >= LONG:
        ax.tick_params(axis="y", labelsize=9)
    ax.set_xlim(-0.6, len(content.steps) - 0.4)
    marked = [at for at, name in enumerate(content.steps) if name]
    ax.set_xticks(marked, [content.steps[at] for at in marked])


def brief(value: float, language: str) -> str:
    """A number; a long one in short, "300 mil", since there is no room for six digits."""
    if value >= LONG:
        return str(format_compact_decimal(value, locale=language, fraction_digits=1))
    return str(format_decimal(value, locale=language))


def _named(steps: Sequence[Step], by_hour: bool, language: str) -> list[str]:
    """What stands under each step: every so many, so that they do not touch."""
    if by_hour:
        each = 3 if len(steps) <= 26 else 6
        return [f"{step.begins:%H:%M}" if step.begins.hour % each == 0 else "" for step in steps]
    every = -(-len(steps) // MOST_TICKS)
    last = len(steps) - 1
    return [
        format_skeleton("Md", step.begins, locale=language) if (last - at) % every == 0 else ""
        for at, step in enumerate(steps)
    ]
