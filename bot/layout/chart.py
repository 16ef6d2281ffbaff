"""A day of a place as a picture: the score hour by hour, and under it what it is made of.

Matplotlib's figures are drawn without a display and without its global state. Drawing takes about a second of a core:
`drawn` does it in a thread of its own, one at a time, since the library's fonts are not made for several.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeVar

from bot.layout.chart_data import Day, Panel, Series, chart_day
from bot.reports import Ask
from conditions import Outlook
from factguard.texts import translations

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DPI = 150
WIDTH_IN = 7.2
"""1080 pixels: what Telegram shows on a phone without shrinking it."""
PANEL_IN, HEAD_IN = 1.7, 1.5
TICK_HOURS = 3
T = TypeVar("T")

_artist = ThreadPoolExecutor(max_workers=1, thread_name_prefix="chart")


class Theme(StrEnum):
    """The background that a chart is made for."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Palette:
    """A theme's colours; `bands` run from the best to the worst, and `lines` are told apart without red and green."""

    paper: str
    ink: str
    faint: str
    night: str
    best: str
    lines: tuple[str, ...]
    bands: tuple[str, ...]


PALETTES = {
    Theme.LIGHT: Palette(
        paper="#ffffff", ink="#1c2733", faint="#c9d2da", night="#33415c", best="#b45f00",
        lines=("#0b62a8", "#7a8fa3"),
        bands=("#3fae6a", "#a5cf63", "#f2cf5b", "#ef9a57", "#d9655b", "#9b4f8f"),
    ),
    Theme.DARK: Palette(
        paper="#17212b", ink="#e8eef4", faint="#3a4856", night="#000000", best="#ffb454",
        lines=("#6cb8f0", "#8fa3b5"),
        bands=("#2f8f57", "#7f9f45", "#b0933c", "#b46d38", "#a3453d", "#74396b"),
    ),
}  # fmt: skip


async def drawn(outlook: Outlook, day: date, ask: Ask, *, theme: Theme = Theme.LIGHT, sample: bool = False) -> bytes:
    """The picture of a local day as PNG, drawn off the event loop."""
    return await drawn_day(chart_day(outlook, day, ask, sample=sample), ask.language, theme=theme)


async def drawn_day(day: Day, language: str, *, theme: Theme = Theme.LIGHT) -> bytes:
    """The picture of a day's content as PNG, drawn off the event loop."""
    return await in_turn(draw, day, language, theme)


async def in_turn(drawing: Callable[..., bytes], *content: Any) -> bytes:
    """A picture drawn off the event loop, after those that were asked for before it."""
    return await asyncio.get_running_loop().run_in_executor(_artist, drawing, *content)


def draw(day: Day, language: str, theme: Theme = Theme.LIGHT) -> bytes:
    """The picture of a day as PNG, 1080 pixels wide."""
    from matplotlib.figure import Figure  # half a second to load, and most commands draw nothing

    palette = PALETTES[theme]
    panels = (day.score, *day.panels)
    figure = Figure(figsize=(WIDTH_IN, HEAD_IN + PANEL_IN * len(panels)), dpi=DPI, facecolor=palette.paper)
    axes: list[Axes] = list(figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0])
    for panel, ax in zip(panels, axes, strict=True):
        _dress(ax, panel, day, palette)
        _fill(ax, panel, day, palette, language)
    _hours(axes[-1], day, palette)
    _write(figure, day, palette)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", facecolor=palette.paper, pil_kwargs={"compress_level": 6})
    return buffer.getvalue()


def _dress(ax: Axes, panel: Panel, day: Day, palette: Palette) -> None:
    """Heading, frame, and what lies behind the curves: the score's bands, the night, the best hour."""
    ax.set_facecolor(palette.paper)
    ax.set_title(panel.title, loc="left", fontsize=12, color=palette.ink, y=1.0, pad=5)
    ax.tick_params(colors=palette.ink, labelsize=11, length=0)
    ax.grid(axis="y", color=palette.faint, linewidth=0.6)
    ax.set_axisbelow(True)
    for side, spine in ax.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(palette.faint)
    for first, last, rank in _runs(day.bands if panel is not day.score else ()):
        if rank is not None:
            ax.axvspan(first - 0.5, last + 0.5, color=_band(rank, day, palette), alpha=0.16, linewidth=0)
    for first, last, night in _runs(day.nights):
        if night:
            ax.axvspan(first - 0.5, last + 0.5, color=palette.night, alpha=0.22, linewidth=0)
    if day.best is not None:
        ax.axvline(day.best, color=palette.best, linewidth=1.6, linestyle=(0, (4, 2)))


def _runs(values: Sequence[T]) -> Iterator[tuple[int, int, T]]:
    """The first and the last place of each run of equal values, with the value."""
    at = 0
    for value, run in groupby(values):
        length = len(list(run))
        yield at, at + length - 1, value
        at += length


def _fill(ax: Axes, panel: Panel, day: Day, palette: Palette, language: str) -> None:
    known = [value for series in panel.series for value in series.values if value is not None]
    if not known:
        ax.text(
            0.5, 0.5, translations(language).gettext("no data"), transform=ax.transAxes, ha="center", va="center",
            fontsize=13, color=palette.ink,
        )  # fmt: skip
        ax.set_yticks([])
        return
    if panel is day.score:
        _bars(ax, panel.series[0], day, palette)
    else:
        _lines(ax, panel.series, palette)
    _scale(ax, known, panel, language)
    if panel.arrows:
        _arrows(ax, panel.arrows, palette)


def _bars(ax: Axes, score: Series, day: Day, palette: Palette) -> None:
    """The score as bars in the colours of their bands."""
    for at, (value, rank) in enumerate(zip(score.values, day.bands, strict=True)):
        if value is not None and rank is not None:
            ax.bar(at, max(value, 0.8), width=0.86, color=_band(rank, day, palette), linewidth=0)
    if day.best is not None and (top := score.values[day.best]) is not None:
        ax.annotate(
            day.best_label, (day.best, top), xytext=(0, 4), textcoords="offset points", ha="center", va="bottom",
            fontsize=12, fontweight="bold", color=palette.best,
        )  # fmt: skip


def _lines(ax: Axes, series: Sequence[Series], palette: Palette) -> None:
    """Each series as a curve with gaps where nothing is known; a legend tells several apart."""
    for each, color, style in zip(series, palette.lines, ("-", (0, (3, 1.5))), strict=False):
        values = [float("nan") if value is None else value for value in each.values]
        ax.plot(range(len(values)), values, color=color, linewidth=2.2, linestyle=style, label=each.name)
    if len(series) > 1:
        ax.legend(
            loc="lower right", bbox_to_anchor=(1.0, 0.97), ncols=len(series), frameon=False, fontsize=11,
            labelcolor=palette.ink, handlelength=1.6, borderaxespad=0.0, columnspacing=1.2,
        )  # fmt: skip


def _scale(ax: Axes, known: Sequence[float], panel: Panel, language: str) -> None:
    """Room above the curve and, for arrows, below it; few ticks, printed in the language."""
    from babel.numbers import format_decimal
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    low, high = (0.0, panel.maximum or max(known)) if panel.from_zero else (min(known), max(known))
    room = max((high - low) * 0.18, panel.least_range / 2)
    ax.set_ylim(low - (room if not panel.from_zero else 0) - (room * 1.6 if panel.arrows else 0), high + room)
    if not panel.scale:
        ax.set_yticks([])
        return
    ax.yaxis.set_major_locator(MaxNLocator(nbins=4, steps=[1, 2, 5, 10]))
    first = low if panel.from_zero else float("-inf")
    ax.yaxis.set_major_formatter(
        FuncFormatter(lambda value, _: format_decimal(round(value, 2), locale=language) if value >= first else "")
    )


def _arrows(ax: Axes, arrows: Sequence[tuple[float, float] | None], palette: Palette) -> None:
    """Where the wind blows to, every other hour along the bottom."""
    shown = [(at, arrow) for at, arrow in enumerate(arrows) if arrow is not None and at % 2 == 0]
    if shown:
        bottom, top = ax.get_ylim()
        height = bottom + (top - bottom) * 0.09
        ax.quiver(
            [at for at, _ in shown], [height] * len(shown), [arrow[0] for _, arrow in shown],
            [arrow[1] for _, arrow in shown], color=palette.ink, pivot="mid", scale=34, width=0.0042, headwidth=4.5,
        )  # fmt: skip


def _hours(ax: Axes, day: Day, palette: Palette) -> None:
    ax.set_xlim(-0.5, len(day.hours) - 0.5)
    marked = [at for at, hour in enumerate(day.hours) if hour.hour % TICK_HOURS == 0]
    ax.set_xticks(marked, [f"{day.hours[at]:%H:%M}" for at in marked])


def _write(figure: Figure, day: Day, palette: Palette) -> None:
    """Title above, credits below, in points that do not depend on the number of panels."""
    height = float(figure.get_size_inches()[1])
    figure.subplots_adjust(left=0.085, right=0.975, top=1 - 0.95 / height, bottom=0.75 / height, hspace=0.42)
    figure.text(0.03, 1 - 0.36 / height, day.title, fontsize=17, fontweight="bold", color=palette.ink)
    figure.text(0.03, 1 - 0.6 / height, day.subtitle, fontsize=11, color=palette.ink)
    figure.text(0.03, 0.12 / height, day.credit, fontsize=9.5, color=palette.ink)


def _band(rank: int, day: Day, palette: Palette) -> str:
    """A band's colour, from the best on; the worst is red at least, however few bands there are."""
    if rank == day.band_count - 1:
        return palette.bands[max(rank, len(palette.bands) - 2)]
    return palette.bands[rank]
