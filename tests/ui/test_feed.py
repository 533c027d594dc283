"""What reaches the app: the newest job, live surveys, and settings that can be taken back."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

from textual.message import Message

from tests.build import tool
from toolscope.config.launch import Recorded
from toolscope.config.model import Config, Origin, ServerConfig, Settings
from toolscope.config.profiles import HERMES_19, HERMES_21
from toolscope.config.settings import DEFAULT_ORIGIN
from toolscope.ui.feed import Feed, Latest
from toolscope.ui.messages import ExactlyCounted, Heard, SurveyTaken
from toolscope.ui.undo import Undo


async def test_of_jobs_that_wait_only_the_newest_is_run() -> None:
    done: list[int] = []
    finished = asyncio.Event()
    begun, gate = threading.Event(), threading.Event()

    def take(value: int) -> None:
        done.append(value)
        if value == 3:
            finished.set()

    latest = Latest[int](take)

    def first() -> int:
        begun.set()
        gate.wait(10)
        return 1

    latest.ask(first)
    assert await asyncio.to_thread(begun.wait, 10)
    latest.ask(lambda: 2)
    latest.ask(lambda: 3)
    gate.set()
    async with asyncio.timeout(10):
        await finished.wait()
    assert done == [1, 3]
    assert not latest.busy


class Desk:
    """Keeps what a feed tells, and lets a test wait for it."""

    def __init__(self) -> None:
        self.told: list[Message] = []
        self._moved = asyncio.Event()

    def tell(self, message: Message) -> None:
        self.told.append(message)
        self._moved.set()

    async def until(self, kind: type[Message], count: int = 1) -> Message:
        async with asyncio.timeout(20):
            while sum(isinstance(message, kind) for message in self.told) < count:
                self._moved.clear()
                await self._moved.wait()
        return [message for message in self.told if isinstance(message, kind)][-1]


def recorded(settings: Settings) -> Config:
    entry = {"name": "a", "tools": [tool("x", "Do x."), tool("y", "Do y.")]}
    server = ServerConfig("a", Recorded(entry), Origin("test"))
    return Config((server,), settings, origins={"threshold_pct": DEFAULT_ORIGIN})


async def test_a_feed_tells_surveys_and_answers_settings_at_once() -> None:
    desk = Desk()
    feed = Feed(recorded(Settings(context_length=200_000)), desk.tell)
    running = asyncio.create_task(feed.run())
    taken = await desk.until(SurveyTaken)
    assert isinstance(taken, SurveyTaken)
    await desk.until(Heard)
    while not taken.survey.catalog.tools:
        taken = await desk.until(SurveyTaken, sum(isinstance(m, SurveyTaken) for m in desk.told) + 1)
        assert isinstance(taken, SurveyTaken)
    assert taken.survey.disclosure.form == "full"
    moved = feed.apply(replace(feed.settings, threshold_pct=0.0))
    assert moved is not None
    assert moved.disclosure.form == "none"
    back = feed.undo()
    assert back is not None
    assert back.disclosure.form == "full"
    feed.count(back)
    counted = await desk.until(ExactlyCounted)
    assert isinstance(counted, ExactlyCounted)
    assert counted.costs.eager > 0
    await feed.close()
    await running


async def test_a_list_is_read_once_however_soon_the_next_survey_is_asked_for() -> None:
    desk = Desk()
    feed = Feed(recorded(Settings()), desk.tell)
    feed.refresh()
    await asyncio.sleep(0)  # the first one is on its way
    feed.refresh()
    await desk.until(SurveyTaken, 2)
    first, second = (message.survey for message in desk.told if isinstance(message, SurveyTaken))
    assert first.catalog.tools
    assert second.catalog is first.catalog
    await feed.close()


async def test_another_release_brings_its_own_defaults_and_is_read_in_a_thread() -> None:
    desk = Desk()
    feed = Feed(recorded(Settings(context_length=200_000)), desk.tell)
    running = asyncio.create_task(feed.run())
    await desk.until(SurveyTaken)
    before = sum(isinstance(message, SurveyTaken) for message in desk.told)
    assert feed.apply(replace(feed.settings, profile=HERMES_19)) is None
    assert (feed.settings.profile, feed.settings.threshold_pct) == (HERMES_19, 10.0)
    taken = await desk.until(SurveyTaken, before + 1)
    assert isinstance(taken, SurveyTaken)
    assert taken.survey.settings.profile == HERMES_19
    await feed.close()
    await running


def test_a_drag_is_one_change_however_many_steps_it_takes() -> None:
    first = Settings(threshold_pct=1.0)
    steps = [replace(first, threshold_pct=float(n)) for n in (2, 3, 4)]
    undo = Undo()
    undo.changed(first, steps[0], finished=False)
    undo.changed(steps[0], steps[1], finished=False)
    undo.changed(steps[1], steps[1], finished=True)
    undo.changed(steps[1], steps[2], finished=True)
    assert [undo.back(), undo.back(), undo.back()] == [steps[1], first, None]


def test_a_change_that_changes_nothing_is_nothing_to_take_back() -> None:
    undo = Undo()
    undo.changed(Settings(profile=HERMES_21), Settings(profile=HERMES_21), finished=True)
    assert undo.back() is None
