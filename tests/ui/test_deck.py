"""The deck in a terminal: keys, mouse, typing, switches."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.reactive import reactive
from textual.screen import Screen

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19, HERMES_22
from toolscope.connections.state import State
from toolscope.disclosure.exact import ExactCosts
from toolscope.survey import Survey
from toolscope.ui.messages import SettingsAsked
from toolscope.ui.present.dials import DIALS
from toolscope.ui.present.reading import reading
from toolscope.ui.present.track import START, columns
from toolscope.ui.screens.pick import PickScreen
from toolscope.ui.screens.window import ask_window
from toolscope.ui.themes import NIGHT, THEMES
from toolscope.ui.widgets.deck import Deck
from toolscope.ui.widgets.slider import Slider
from toolscope.ui.widgets.strip import Strip
from toolscope.ui.widgets.switches import SettingSwitch

SERVERS = (
    status("tracker", [tool(f"issue_{n}", "Do something to an issue.", "text") for n in range(40)]),
    status("cloud", [tool(f"resource_{n}_list", "List the resources of a project.", "text") for n in range(400)]),
)
BASE = Settings(context_length=200_000, threshold_pct=1.5, model="claude-sonnet-4-5")
NOW = survey(*SERVERS, settings=BASE)


class DeckScreen(Screen[None]):
    """A deck over one survey, which answers what is asked as the app does."""

    CSS_PATH = "../../toolscope/ui/screens/deck.tcss"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-medium"), (160, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (30, "-tall")]

    survey: reactive[Survey] = reactive(Survey, init=False)
    exact: reactive[ExactCosts | None] = reactive(None, init=False)

    def __init__(self, now: Survey) -> None:
        super().__init__()
        self.set_reactive(DeckScreen.survey, now)
        self.asked: list[SettingsAsked] = []

    def compose(self) -> ComposeResult:
        yield Deck().data_bind(DeckScreen.survey, DeckScreen.exact)
        yield Strip().data_bind(DeckScreen.survey, DeckScreen.exact)

    def on_settings_asked(self, event: SettingsAsked) -> None:
        self.asked.append(event)
        self.survey = self.survey.with_settings(event.settings)

    def on_deck_models_asked(self) -> None:
        ask_window(self.app, self.survey.settings, lambda settings: self.post_message(SettingsAsked(settings)))


class DeckApp(App[None]):
    def __init__(self, now: Survey) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "toolscope-night"
        self.deck_screen = DeckScreen(now)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return NIGHT.variables

    def on_mount(self) -> None:
        self.push_screen(self.deck_screen)


class Driver:
    """What a test does to the deck and reads from it."""

    def __init__(self, pilot: Pilot[None], app: DeckApp) -> None:
        self.pilot, self.app, self.screen = pilot, app, app.deck_screen

    @property
    def settings(self) -> Settings:
        return self.screen.survey.settings

    @property
    def asked(self) -> list[tuple[Settings, bool]]:
        return [(event.settings, event.undoable) for event in self.screen.asked]

    def slider(self, place: int) -> Slider:
        return self.screen.query_one(Deck).sliders[place]

    def lines(self) -> list[str]:
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*("full_stop" if key == "." else "asterisk" if key == "*" else key for key in text))


@asynccontextmanager
async def deck(now: Survey = NOW, size: tuple[int, int] = (120, 36)) -> AsyncIterator[Driver]:
    app = DeckApp(now)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        driver = Driver(pilot, app)
        driver.screen.query_one(Deck).focus_first()
        await pilot.pause()
        yield driver


async def test_the_deck_takes_twelve_rows_and_keeps_its_columns() -> None:
    async with deck() as it:
        lines = it.lines()
        assert it.screen.query_one(Deck).size.height == 11
        assert it.screen.query_one(Deck).outer_size.height == 12
        assert lines[1].startswith("▌ threshold_pct         1.50 %  ━")
        assert lines[1][86:] == "= 3,000 tokens  ◂ decides"
        assert lines[2][86:] == "no effect above 2 %: cap 4,000"
        assert lines[3].startswith("  listing_max_tokens     4,000  ━")
        assert lines[5].startswith("  context              200,000  ━")
        assert lines[8].startswith("   TIER 1 mixed")
        assert lines[9].startswith("  next step                     ▾ ")
        assert lines[10].startswith("  cost of a turn                eager ")
        assert lines[11][32:] == "enabled  auto  on  off    listing  auto  on  off    profile  0.21  0.22  0.19"


async def test_a_low_terminal_folds_the_sliders_but_the_last_used_one() -> None:
    async with deck(size=(80, 24)) as it:
        heights = [it.slider(place).size.height for place in range(3)]
        assert heights == [2, 1, 1]
        assert it.screen.query_one(Deck).outer_size.height == 7
        assert it.lines()[1][54:] == "no effect above 2 %"
        await it.press("down")
        assert [it.slider(place).size.height for place in range(3)] == [1, 2, 1]
        assert it.screen.query_one(Deck).outer_size.height == 7
        it.screen.set_focus(None)
        await it.pilot.pause()
        assert [it.slider(place).size.height for place in range(3)] == [1, 2, 1]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36), (200, 50)])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"threshold_pct": 0.0},
        {"threshold_pct": 100.0, "listing_max_tokens": 60_000},
        {"context_length": None, "model": None},
        {"enabled": "off"},
        {"listing": "off"},
    ],
)
async def test_nothing_is_wider_than_the_terminal(size: tuple[int, int], changes: dict[str, Any]) -> None:
    async with deck(NOW.with_settings(replace(BASE, **changes)), size) as it:
        assert all(len(line) <= size[0] - 2 for line in it.lines())
        for widget in it.screen.query_one(Deck).query("*"):
            assert widget.region.right <= size[0]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        (["right"], 1.6),
        (["left"], 1.4),
        (["pageup"], 2.5),
        (["pagedown"], 0.95),
        (["home"], 0.0),
        (["end"], 100.0),
        (["right", "right", "left"], 1.6),
    ],
)
async def test_keys_move_by_steps_and_to_the_ends(keys: Sequence[str], expected: float) -> None:
    async with deck() as it:
        await it.press(*keys)
        assert it.settings == replace(BASE, threshold_pct=expected)
        assert len(it.asked) == len(keys)
        assert all(undoable for _, undoable in it.asked)


@pytest.mark.parametrize("keys", [("shift+left", "shift+right"), ("ctrl+left", "ctrl+right")])
@pytest.mark.parametrize("place", range(3))
async def test_shift_and_an_arrow_go_from_breakpoint_to_breakpoint(place: int, keys: tuple[str, str]) -> None:
    ticks = [tick.value for tick in reading(NOW, DIALS[place]).ticks]
    below = [value for value in ticks if value < (DIALS[place].read(BASE) or 0)]
    async with deck() as it:
        await it.press(*["down"] * place, keys[0])
        assert it.slider(place).value == below[-1]
        tokens = it.screen.survey.disclosure.rung.tokens
        if place != 1:
            assert it.screen.survey.disclosure.budget.tokens >= tokens
        await it.press(*[keys[1]] * 9)
        last = [tick.value for tick in it.slider(place).reading.ticks][-1]
        assert it.slider(place).value == last


@pytest.mark.parametrize("steps", range(3))
async def test_c_raises_the_cap_to_the_share_from_every_slider(steps: int) -> None:
    async with deck() as it:
        await it.press("c")
        assert it.asked == []
        assert [note.message for note in it.app._notifications] == [
            "There is nothing to raise: listing_max_tokens does not hold threshold_pct back."
        ]
        await it.press("end", *["down"] * steps, "c")
        assert it.settings == replace(BASE, threshold_pct=100.0, listing_max_tokens=60_000)


async def test_a_digit_opens_a_field_and_enter_applies_it() -> None:
    async with deck() as it:
        await it.type("2.5")
        assert it.lines()[1][21:24] == "2.5"
        assert it.lines()[1][86:] == "= 5,000 tokens"
        assert it.asked == []
        await it.press("enter")
        assert it.settings.threshold_pct == 2.5
        assert it.screen.focused is it.slider(0)
        assert it.slider(0).field is None


async def test_escape_restores() -> None:
    async with deck() as it:
        await it.type("99")
        await it.press("escape")
        assert it.asked == []
        assert it.lines()[1].startswith("▌ threshold_pct         1.50 %")
        await it.press("right")
        assert it.settings.threshold_pct == 1.6


async def test_leaving_the_field_restores_too() -> None:
    async with deck() as it:
        await it.type("99")
        await it.press("tab")
        assert it.asked == []
        assert it.slider(0).field is None


async def test_a_refused_text_says_why_until_it_is_changed() -> None:
    async with deck() as it:
        await it.type("255")
        await it.press("enter")
        assert it.lines()[1][86:] == "give a number from 0 to 100"
        assert it.asked == []
        await it.press("backspace")
        assert it.lines()[1][86:] == "= 50,000 tokens"
        await it.press("enter")
        assert it.settings.threshold_pct == 25.0


async def test_keys_of_the_slider_do_nothing_while_typing() -> None:
    async with deck() as it:
        await it.type("5")
        await it.press("pageup", "c", "home", "left", "up", "down")
        assert it.asked == []
        assert it.slider(0).field is not None


@pytest.mark.parametrize(
    ("text", "context", "model"),
    [
        ("1M", 1_000_000, None),
        ("200k", 200_000, None),
        ("gpt-4o", 128_000, "gpt-4o"),
        ("unknown", None, None),
        ("12345", 12_345, None),
    ],
)
async def test_the_context_takes_numbers_models_and_unknown(text: str, context: int | None, model: str | None) -> None:
    async with deck() as it:
        await it.press("down", "down", "enter")
        await it.type(text)
        await it.press("enter")
        assert it.settings == replace(BASE, context_length=context, model=model)


async def test_the_cap_refuses_what_hermes_would_clamp() -> None:
    async with deck() as it:
        await it.press("down")
        await it.type("100")
        await it.press("enter")
        assert it.lines()[3][86:] == "give a whole number from 200 to"
        assert it.lines()[4][86:] == "60000"
        assert it.asked == []


async def test_an_unknown_context_locks_the_percentage_and_o_offers_models() -> None:
    async with deck(NOW.with_settings(replace(BASE, context_length=None, model=None))) as it:
        assert it.screen.focused is it.slider(1)
        assert "context unknown: o offers models" in it.lines()[1]
        assert "unknown" in it.lines()[5]
        await it.press("shift+tab", "tab", "o")
        assert isinstance(it.app.screen, PickScreen)
        await it.type("gpt-4o")
        await it.press("enter")
        assert it.settings == replace(BASE, context_length=128_000, model="gpt-4o")
        assert it.slider(0).can_focus


async def test_a_percentage_that_becomes_locked_gives_up_the_focus() -> None:
    async with deck() as it:
        it.screen.survey = NOW.with_settings(replace(BASE, context_length=None))
        await it.pilot.pause()
        assert it.screen.focused is it.slider(1)


async def test_moving_an_unknown_context_starts_from_a_common_one() -> None:
    async with deck(NOW.with_settings(replace(BASE, context_length=None, model=None))) as it:
        await it.press("down", "right")
        assert it.settings.context_length == 200_000


async def test_the_models_can_be_left_and_nothing_is_asked() -> None:
    async with deck() as it:
        await it.press("o", "down", "escape")
        assert it.asked == []
        assert not isinstance(it.app.screen, PickScreen)


async def test_the_models_can_be_chosen_by_arrow_and_by_mouse() -> None:
    async with deck() as it:
        await it.press("o", "down", "enter")
        assert it.settings.model == "claude-opus-5"
        await it.press("o")
        row = next(y for y, line in enumerate(it.lines()) if "kimi-k3" in line)
        await it.pilot.click(offset=(30, row), times=2)
        await it.pilot.pause()
        assert it.settings.model == "kimi-k3"


async def test_a_nonsense_model_says_what_to_type() -> None:
    async with deck() as it:
        await it.press("o")
        await it.type("*")
        await it.press("enter")
        assert isinstance(it.app.screen, PickScreen)
        assert any("give tokens (200000, 200k, 1M), a model id or unknown" in line for line in it.lines())


# the mouse


async def test_a_drag_is_undoable_only_at_its_end() -> None:
    async with deck() as it:
        slider = it.slider(0)
        scale, width = slider.dial.scale, columns(120).track
        await it.pilot.mouse_down(slider, offset=(START + 10, 0))
        await it.pilot.hover(slider, offset=(START + 20, 0))
        await it.pilot.hover(slider, offset=(START + 30, 1))
        await it.pilot.mouse_up(slider, offset=(START + 30, 1))
        await it.pilot.pause()
        values = [scale.value(cell, width) for cell in (10, 20, 30)]
        assert [settings.threshold_pct for settings, _ in it.asked] == [*values, values[-1]]
        assert [undoable for _, undoable in it.asked] == [False, False, False, True]
        assert it.screen.focused is slider


async def test_a_click_on_the_thumb_asks_for_nothing() -> None:
    async with deck() as it:
        at = it.slider(0).dial.scale.column(1.5, columns(120).track)
        await it.pilot.click(it.slider(0), offset=(START + at, 0))
        await it.pilot.pause()
        assert it.asked == []
        assert it.screen.focused is it.slider(0)


@pytest.mark.parametrize("place", range(3))
async def test_a_click_on_a_tick_lands_exactly_on_the_breakpoint(place: int) -> None:
    async with deck() as it:
        slider, width = it.slider(place), columns(120).track
        scale = slider.dial.scale
        tick = next(tick for tick in slider.reading.ticks if tick.value >= scale.low)
        await it.pilot.click(slider, offset=(START + scale.column(tick.value, width), 1))
        await it.pilot.pause()
        assert slider.value == tick.value
        assert it.asked[-1][1]


async def test_the_mouse_over_a_tick_names_its_server() -> None:
    async with deck() as it:
        slider = it.slider(0)
        tick = slider.reading.ticks[-1]
        column = slider.dial.scale.column(tick.value, columns(120).track)
        await it.pilot.hover(slider, offset=(START + column, 1))
        await it.pilot.pause()
        assert it.lines()[2][86:].startswith(f"▴ {slider.dial.shown(tick.value)} = {tick.tokens:,} all → full")
        await it.pilot.hover(slider, offset=(START + column, 0))
        await it.pilot.pause()
        assert it.lines()[2][86:] == "no effect above 2 %: cap 4,000"


async def test_the_wheel_steps_without_taking_the_focus() -> None:
    async with deck() as it:
        await it.pilot._post_mouse_events([events.MouseScrollUp], it.slider(1), (40, 0))
        await it.pilot.pause()
        assert it.settings.listing_max_tokens == 4_100
        assert it.screen.focused is it.slider(0)


async def test_a_click_on_the_value_opens_the_field() -> None:
    async with deck() as it:
        await it.pilot.click(it.slider(1), offset=(26, 0))
        await it.pilot.pause()
        assert it.slider(1).field is not None
        await it.type("5000")
        await it.press("enter")
        assert it.settings.listing_max_tokens == 5_000


async def test_a_click_on_the_note_of_the_context_offers_models() -> None:
    async with deck() as it:
        await it.pilot.click(it.slider(2), offset=(90, 0))
        await it.pilot.pause()
        assert isinstance(it.app.screen, PickScreen)


# switches


async def test_switches_turn_by_arrow_enter_and_space() -> None:
    async with deck() as it:
        await it.press("down", "down", "down")
        assert isinstance(it.screen.focused, SettingSwitch)
        assert it.lines()[11].startswith("▌ switches")
        await it.press("right", "enter", "space", "tab", "left")
        assert [settings.enabled for settings, _ in it.asked[:3]] == ["on", "off", "auto"]
        assert it.settings == replace(BASE, listing="off")
        assert "no effect: listing is off" in it.lines()[1]


async def test_a_click_on_a_word_of_a_switch_chooses_it() -> None:
    async with deck() as it:
        x = it.lines()[11].index("off")
        await it.pilot.click(offset=(x, 11))
        await it.pilot.pause()
        assert it.settings.enabled == "off"
        assert "TIER 0 off" in it.lines()[8]


async def test_letters_turn_switches_that_there_is_no_room_for() -> None:
    async with deck(size=(80, 24)) as it:
        await it.press("e", "l", "p")
        assert it.settings == replace(BASE, enabled="on", listing="on", profile=HERMES_22)


async def test_another_release_keeps_what_the_user_has_set() -> None:
    async with deck() as it:
        await it.press("down", "down", "down", "tab", "tab", "right")
        assert it.settings == replace(BASE, profile=HERMES_22)
        await it.press("right")
        assert it.settings == replace(BASE, profile=HERMES_19)
        assert "hermes-0.19 has no listing" in it.lines()[3]
        assert "hermes-0.19 lists nothing" in it.lines()[8]


# the rest


async def test_waiting_servers_are_told_in_the_row_of_the_next_step() -> None:
    now = survey(*SERVERS, status("slow", state=State.CONNECTING), settings=BASE)
    async with deck(now) as it:
        assert it.lines()[9].startswith("  provisional                   1 of 3 servers still connecting: the tier can")


async def test_exact_counts_come_later_and_move_nothing() -> None:
    async with deck() as it:
        before = it.lines()
        assert before[10].endswith("exact … → …")
        it.screen.exact = ExactCosts(600, 350_000, 354_266, 1_156)
        await it.pilot.pause()
        after = it.lines()
        assert after[10].endswith("exact 354,266 → ≈ 1,156")
        assert [line for y, line in enumerate(before) if y != 10] == [line for y, line in enumerate(after) if y != 10]


async def test_a_burst_of_keys_loses_no_step() -> None:
    async with deck() as it:
        slider = it.slider(0)
        for _ in range(5):
            slider.action_step(1)
        await it.pilot.pause()
        assert it.settings.threshold_pct == 2.0


async def test_the_strip_is_one_line_of_the_deck() -> None:
    async with deck() as it:
        assert it.screen.query_one(Strip).size.height == 1
        assert "budget 3,000  threshold_pct 1.5 % decides" in it.lines()[12]


async def test_hostile_labels_and_models_are_shown_and_never_obeyed() -> None:
    evil = "x[/red]\x1b]52;c;\u202e"
    server = status(evil, [tool(f"t{n}", "Do it.", "text") for n in range(12)])
    now = survey(server, *SERVERS, settings=replace(BASE, model=evil))
    async with deck(now, (200, 50)) as it:
        await it.press("home", *["shift+right"] * 2)
        text = "\n".join(it.lines())
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "x[/red]" in text
        await it.press("down", "down", "enter")
        assert "\x1b" not in "\n".join(it.lines())
        await it.press("escape", "o")
        assert "\x1b" not in "\n".join(it.lines())
