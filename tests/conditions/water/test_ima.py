"""The client of the IMA's map against a real HTTP server."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
import time
from datetime import date, timedelta
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs
from tenacity import wait_none

from conditions.errors import SourceAnswerError, SourceRefusedError, SourceUnreachableError
from conditions.places import catalogue, one
from conditions.source import Source
from conditions.water import Ima, SamplingPoint

MAP = "/relatorio/mapa"


async def test_entry_of_the_map_is_a_sampling_point(provider, ima, entry):
    provider.reply(MAP, 200, [entry(LOCALIZACAO=" Avenida Pequeno Príncipe,  n°3348 ")])
    assert await ima.points() == (
        SamplingPoint(
            name="Ponto 35",
            locality="Avenida Pequeno Príncipe, n°3348",
            latitude=-27.6898635,
            longitude=-48.4818292,
            beach="PRAIA DO CAMPECHE",
            town="FLORIANÓPOLIS",
            proper=True,
            sampled_on=date(2026, 6, 9),
        ),
    )
    assert [url.path for url in provider.asked] == [MAP]


@pytest.mark.parametrize(
    ("latitude", "longitude"),
    [
        ("-27,6898635", "-48,4818292"),
        (" -27.6898635 ", "- 48.4818292"),
        ("−27.6898635", "−48.4818292"),
        ("27.6898635", "48.4818292"),
        ("-48.4818292", "-27.6898635"),
        (-27.6898635, -48.4818292),
    ],
    ids=["comma", "spaces", "minus-sign", "no-sign", "swapped", "numbers"],
)
async def test_coordinates_are_read_in_any_spelling(provider, ima, entry, latitude: Any, longitude: Any):
    provider.reply(MAP, 200, [entry(LATITUDE=latitude, LONGITUDE=longitude)])
    (point,) = await ima.points()
    assert (point.latitude, point.longitude) == (-27.6898635, -48.4818292)


@pytest.mark.parametrize(
    ("condition", "proper"),
    [
        ("PRÓPRIO", True),
        ("Proprio", True),
        ("própria ", True),
        ("IMPRÓPRIO", False),
        ("improprio", False),
        ("Imprópria", False),
    ],
)
async def test_condition_is_read_in_any_spelling(provider, ima, entry, condition: str, proper: bool):
    provider.reply(MAP, 200, [entry(CONDICAO=condition)])
    assert [point.proper for point in await ima.points()] == [proper]


@pytest.mark.parametrize(
    "day",
    ["09/06/2026", "9/6/2026", "09/06/2026 10:15", "2026-06-09", "2026-06-09 10:15:00", "2026-06-09T23:30:00-03:00"],
)
async def test_date_is_read_in_any_spelling(provider, ima, entry, day: str):
    provider.reply(MAP, 200, [entry(ANALISES=[{"DATA": day}])])
    assert [point.sampled_on for point in await ima.points()] == [date(2026, 6, 9)]


async def test_newest_sample_counts_wherever_it_stands(provider, ima, entry):
    days = ["12/05/2026", "09/06/2026", "30/12/2025"]
    provider.reply(MAP, 200, [entry(ANALISES=[{"DATA": day} for day in days])])
    assert [point.sampled_on for point in await ima.points()] == [date(2026, 6, 9)]


@pytest.mark.parametrize(
    ("older", "newer", "proper"), [("PRÓPRIO", "IMPRÓPRIO", False), ("IMPRÓPRIO", "PRÓPRIO", True)]
)
async def test_condition_of_the_newest_sample_stands_for_one_that_the_point_lacks(
    provider, ima, entry, older: str, newer: str, proper: bool
):
    samples = [{"DATA": "12/05/2026", "CONDICAO": older}, {"DATA": "09/06/2026", "CONDICAO": newer}]
    provider.reply(MAP, 200, [entry(CONDICAO=None, ANALISES=samples)])
    assert [point.proper for point in await ima.points()] == [proper]


async def test_worse_of_two_samples_of_a_day_counts(provider, ima, entry):
    samples = [{"DATA": "09/06/2026", "CONDICAO": "IMPRÓPRIO"}, {"DATA": "09/06/2026", "CONDICAO": "PRÓPRIO"}]
    provider.reply(MAP, 200, [entry(CONDICAO=None, ANALISES=samples)])
    assert [point.proper for point in await ima.points()] == [False]


async def test_map_without_analyses_gives_points_without_a_date(provider, ima, entry):
    undated = entry()
    del undated["ANALISES"]
    provider.reply(MAP, 200, [undated])
    assert [(point.proper, point.sampled_on) for point in await ima.points()] == [(True, None)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"LATITUDE": None}, "entry 2 (Ponto 35): LATITUDE: Value error, “None” is no number"),
        (
            {"LATITUDE": "27 graus"},
            "entry 2 (Ponto 35): LATITUDE: Value error, “27 graus” is no number",
        ),
        ({"LATITUDE": "0", "LONGITUDE": "0"}, "entry 2 (Ponto 35): -0.0, -0.0 is not in Santa Catarina"),
        ({"BALNEARIO": None}, "entry 2 (Ponto 35): BALNEARIO: String should have at least 1 character"),
        (
            {"CONDICAO": "INDETERMINADO"},
            "entry 2 (Ponto 35): CONDICAO: “INDETERMINADO” is neither PRÓPRIO nor IMPRÓPRIO",
        ),
        (
            {"CONDICAO": None, "ANALISES": None},
            "entry 2 (Ponto 35): CONDICAO: “” is neither PRÓPRIO nor IMPRÓPRIO",
        ),
        (
            {"CONDICAO": None, "ANALISES": [{"DATA": "09/06/2026", "CONDICAO": "INDETERMINADO"}]},
            "entry 2 (Ponto 35): CONDICAO: “INDETERMINADO” is neither PRÓPRIO nor IMPRÓPRIO",
        ),
        ({"ANALISES": []}, "entry 2 (Ponto 35): ANALISES: no sample with a date that can be read"),
        (
            {"ANALISES": [{"DATA": "31/02/2026"}, {"DATA": None}, "09/06/2026"]},
            "entry 2 (Ponto 35): ANALISES: no sample with a date that can be read",
        ),
        ({"ANALISES": "nenhuma"}, "entry 2 (Ponto 35): ANALISES: Input should be a valid list"),
    ],
    ids=[
        "no-latitude",
        "words-for-a-latitude",
        "elsewhere",
        "no-beach",
        "undetermined",
        "no-condition",
        "undetermined-sample",
        "no-sample",
        "no-date",
        "no-list",
    ],
)
async def test_point_that_cannot_be_read_is_left_out_and_logged(
    provider, ima, entry, changes: dict[str, Any], reason: str
):
    provider.reply(MAP, 200, [entry(PONTO_NOME="Ponto 1"), entry(**changes)])
    with capture_logs() as logs:
        points = await ima.points()
    assert [point.name for point in points] == ["Ponto 1"]
    assert logs == [
        {
            "event": "water.unread",
            "log_level": "warning",
            "source": "127.0.0.1",
            "read": 1,
            "points": 1,
            "samples": 0,
            "first": reason,
        }
    ]


async def test_many_broken_points_are_one_event(provider, ima, entry):
    provider.reply(MAP, 200, [entry(), None, "Ponto 2", entry(CONDICAO="?")])
    with capture_logs() as logs:
        await ima.points()
    assert [(event["points"], event["first"]) for event in logs] == [
        (3, "entry 2: Input should be a valid dictionary or instance of Row")
    ]


async def test_sample_that_cannot_be_read_is_logged_and_the_point_stays(provider, ima, entry):
    provider.reply(MAP, 200, [entry(ANALISES=[{"DATA": "ontem"}, {"DATA": "09/06/2026"}])])
    with capture_logs() as logs:
        (point,) = await ima.points()
    assert point.sampled_on == date(2026, 6, 9)
    assert [(event["points"], event["samples"], event["first"]) for event in logs] == [
        (0, 1, "entry 1 (Ponto 35): DATA: Value error, Invalid isoformat string: 'ontem'")
    ]


async def test_sample_dated_ahead_hides_no_real_one(provider, ima, entry):
    provider.reply(MAP, 200, [entry(ANALISES=[{"DATA": "09/06/2062"}, {"DATA": "09/06/2026"}])])
    with capture_logs() as logs:
        (point,) = await ima.points()
    assert point.sampled_on == date(2026, 6, 9)
    assert [event["first"] for event in logs] == ["entry 1 (Ponto 35): DATA: 2062-06-09 is yet to come"]


async def test_map_that_can_be_read_whole_logs_nothing(provider, ima, entry):
    provider.reply(MAP, 200, [entry()])
    with capture_logs() as logs:
        await ima.points()
    assert logs == []


async def test_point_that_is_listed_twice_is_one(provider, ima, entry):
    provider.reply(MAP, 200, [entry(), entry()])
    assert len(await ima.points()) == 1


async def test_byte_order_mark_is_no_obstacle(provider, ima, entry):
    provider.reply(MAP, 200, b"\xef\xbb\xbf" + json.dumps([entry()]).encode())
    assert len(await ima.points()) == 1


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"<html>Balneabilidade</html>", "Invalid JSON: expected value at line 1 column 1"),
        (b"", "Invalid JSON: EOF while parsing a value at line 1 column 0"),
        (b'{"pontos": []}', "Input should be a valid array"),
        (b"[]", "no sampling points"),
        (b'[{"PONTO_NOME": "Ponto 1"}]', "entry 1 (Ponto 1): BALNEARIO: Field required"),
    ],
    ids=["html", "empty", "no-list", "no-points", "no-point-that-can-be-read"],
)
async def test_answer_that_is_no_map_names_what_is_wrong(provider, ima, body: bytes, problem: str):
    provider.reply(MAP, 200, body)
    with pytest.raises(SourceAnswerError) as caught:
        await ima.points()
    assert caught.value.problem == problem


async def test_map_that_is_cut_off_is_not_used_in_part(provider, ima, entry):
    whole = json.dumps([entry(), entry(PONTO_NOME="Ponto 36")]).encode()
    provider.reply(MAP, 200, whole[:-40] + b"<p>A PHP Error was encountered</p>")
    with pytest.raises(SourceAnswerError, match="Invalid JSON"):
        await ima.points()


@pytest.mark.parametrize(("status", "reason"), [(404, "Not Found"), (500, "Internal Server Error"), (302, "Found")])
async def test_refusal_is_told_as_such(provider, ima, status: int, reason: str):
    provider.reply(MAP, status, b"<html></html>")
    with pytest.raises(SourceRefusedError) as caught:
        await ima.points()
    assert (caught.value.status, caught.value.reason, caught.value.temporary) == (status, reason, status == 500)


async def test_closed_port_is_unreachable(clock):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        async with httpx.AsyncClient(trust_env=False) as client:
            with pytest.raises(SourceUnreachableError, match="All connection attempts failed"):
                await Ima(
                    Source(client, wait=wait_none()), base_url=f"http://127.0.0.1:{unused.getsockname()[1]}", now=clock
                ).points()


async def test_server_that_hangs_up_is_unreachable(provider, ima):
    provider.replies[MAP] = lambda url: None
    with pytest.raises(SourceUnreachableError, match="Server disconnected"):
        await ima.points()


async def test_agency_s_server_is_asked_with_five_seconds_to_connect_and_ten_to_read():
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(404)

    async with httpx.AsyncClient(transport=httpx.MockTransport(answer), timeout=None) as client:
        with pytest.raises(SourceRefusedError):
            await Ima(Source(client, wait=wait_none())).points()
    (request,) = asked
    assert (request.method, str(request.url)) == ("GET", "https://balneabilidade.ima.sc.gov.br/relatorio/mapa")
    assert (request.extensions["timeout"]["connect"], request.extensions["timeout"]["read"]) == (5, 10)


async def test_map_is_kept_for_six_hours(provider, ima, entry, clock):
    provider.reply(MAP, 200, [entry()])
    first = await ima.points()
    provider.reply(MAP, 200, [entry(CONDICAO="IMPRÓPRIO")])
    clock.move(timedelta(hours=5, minutes=59))
    assert await ima.points() == first
    clock.move(timedelta(minutes=1))
    assert [point.proper for point in await ima.points()] == [False]
    assert len(provider.asked) == 2


async def test_failure_is_not_asked_again_for_five_minutes(provider, ima, entry, clock):
    provider.reply(MAP, 404, b"")
    with pytest.raises(SourceRefusedError):
        await ima.points()
    provider.reply(MAP, 200, [entry()])
    clock.move(timedelta(minutes=4, seconds=59))
    with pytest.raises(SourceRefusedError):
        await ima.points()
    assert len(provider.asked) == 1
    clock.move(timedelta(seconds=1))
    assert len(await ima.points()) == 1


async def test_callers_at_the_same_time_share_one_request(provider, ima, entry):
    def slow(url: httpx.URL) -> tuple[int, bytes]:
        time.sleep(0.05)
        return 200, json.dumps([entry()]).encode()

    provider.replies[MAP] = slow
    answers = await asyncio.gather(*(ima.points() for _ in range(20)))
    assert {len(points) for points in answers} == {1}
    assert len(provider.asked) == 1


async def test_callers_at_the_same_time_share_one_failure(provider, ima):
    provider.reply(MAP, 404, b"")
    answers = await asyncio.gather(*(ima.points() for _ in range(20)), return_exceptions=True)
    assert {type(answer) for answer in answers} == {SourceRefusedError}
    assert len(provider.asked) == 1


async def test_caller_that_gives_up_does_not_end_the_request_of_others(provider, ima, entry):
    asked, go_on = threading.Event(), threading.Event()

    def slow(url: httpx.URL) -> tuple[int, bytes]:
        asked.set()
        go_on.wait()
        return 200, json.dumps([entry()]).encode()

    provider.replies[MAP] = slow
    hasty, patient = asyncio.create_task(ima.points()), asyncio.create_task(ima.points())
    await asyncio.to_thread(asked.wait)
    hasty.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hasty
    go_on.set()
    assert len(await patient) == 1
    assert len(provider.asked) == 1


def test_santa_catarina_is_covered_and_nothing_else():
    ima = Ima(Source(httpx.AsyncClient()))
    assert {place.region for place in catalogue() if ima.covers(place)} == {"Santa Catarina"}
    assert ima.covers(one("Campeche"))
    assert not ima.covers(one("Ipanema"))
