"""The order and the pace of requests to Telegram."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.messaging.pace import HeldError, Pace


async def _go(pace: Pace, ticket: int, gone: list[int]) -> None:
    await pace.turn(ticket)
    gone.append(ticket)


async def test_requests_go_in_the_order_of_their_tickets() -> None:
    pace, gone = Pace(), list[int]()
    pace.hold(0.05)
    tickets = [pace.ticket() for _ in range(5)]
    await asyncio.gather(*(_go(pace, ticket, gone) for ticket in reversed(tickets)))
    assert gone == tickets


async def test_no_more_go_than_are_allowed_in_a_second() -> None:
    pace, gone = Pace(100), list[int]()
    began = time.monotonic()
    await asyncio.gather(*(_go(pace, pace.ticket(), gone) for _ in range(50)))
    assert time.monotonic() - began >= 0.39  # 49 gaps, less the tenth of a second that is made up for


async def test_nothing_goes_while_held_and_a_longer_hold_counts() -> None:
    pace, gone = Pace(), list[int]()
    began = time.monotonic()
    pace.hold(0.05)
    waiting = asyncio.create_task(_go(pace, pace.ticket(), gone))
    await asyncio.sleep(0.01)
    pace.hold(0.3)
    pace.hold(0.1)
    await waiting
    assert time.monotonic() - began >= 0.3


async def test_a_repeated_request_goes_before_those_that_came_after_it() -> None:
    pace, gone = Pace(), list[int]()
    first, second = pace.ticket(), pace.ticket()
    await _go(pace, first, gone)
    pace.hold(0.05)
    await asyncio.gather(_go(pace, second, gone), _go(pace, first, gone))
    assert gone == [first, first, second]


async def test_one_who_gave_up_holds_up_nobody() -> None:
    pace, gone = Pace(), list[int]()
    pace.hold(0.05)
    impatient = asyncio.create_task(_go(pace, pace.ticket(), gone))
    patient = asyncio.create_task(_go(pace, pace.ticket(), gone))
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.wait_for(patient, 10)
    assert gone == [1]


async def test_in_a_hurry_nobody_waits_for_the_end_of_a_hold() -> None:
    pace, gone = Pace(), list[int]()
    pace.hold(1000)
    waiting = [asyncio.create_task(_go(pace, pace.ticket(), gone)) for _ in range(3)]
    await asyncio.sleep(0)
    pace.hurry()
    late = asyncio.create_task(_go(pace, pace.ticket(), gone))
    refused = await asyncio.wait_for(asyncio.gather(*waiting, late, return_exceptions=True), 10)
    assert [type(each) for each in refused] == [HeldError] * 4
    with pytest.raises(HeldError):
        await asyncio.wait_for(pace.turn(pace.ticket()), 10)
    assert gone == []


async def test_in_a_hurry_the_pace_is_kept_to() -> None:
    pace, gone = Pace(100), list[int]()
    pace.hurry()
    began = time.monotonic()
    await asyncio.gather(*(_go(pace, pace.ticket(), gone) for _ in range(30)))
    assert len(gone) == 30
    assert time.monotonic() - began >= 0.19  # 29 gaps, less the tenth of a second that is made up for
