"""The tuned settings into the file they came from: shown, asked about, written in a thread, and written down."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from toolscope.config import rewrite
from toolscope.config.model import Config, ConfigError
from toolscope.config.settings_file import SettingsFile
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.background import in_thread
from toolscope.ui.feed import Feed
from toolscope.ui.present.log import LogEntry
from toolscope.ui.present.saving import Offer, left_out
from toolscope.ui.screens.main import MainScreen
from toolscope.ui.screens.save_settings import SaveSettingsScreen


async def save_settings(main: MainScreen, feed: Feed) -> None:
    """Offer the file with the settings in it, and write it when a person says so."""
    offer = await in_thread(partial(_offer, feed.config, replace(main.survey, settings=feed.settings)))
    answer = await main.app.push_screen_wait(SaveSettingsScreen(offer, feed.settings))
    if not answer or offer.to_write is None:
        return
    try:
        file, backup = await in_thread(partial(rewrite.write, offer.to_write))
    except ConfigError as error:
        main.notify(str(error), title="Not saved", severity="error", markup=False)
        main.log_pane.add(_entry("✕", "$verdict-deny", f"not saved: {error}"))
    else:
        _saved(main, feed, offer.to_write, file, backup)


def _offer(config: Config, survey: Survey) -> Offer:
    """What there is to decide about. Reads the file again: for a thread."""
    out = tuple(left_out(survey, config.settings))
    match config.settings_file:
        case SettingsFile() as file:
            try:
                return Offer(rewrite.draft(file, survey.settings), left_out=out, home=Path.home())
            except ConfigError as error:
                return Offer(None, str(error), out)
        case nowhere:
            return Offer(None, nowhere.reason if nowhere else "These settings came from no file.", out)


def _saved(main: MainScreen, feed: Feed, draft: rewrite.Draft, file: SettingsFile, backup: Path) -> None:
    """Tell it, and go on from the file as it is now."""
    change = draft.edited
    main.notify(f"The file before it is {one_line(str(backup), 600)}", title="Saved", markup=False)
    what = f"saved {', '.join(change.changed)} to {change.name}; backup {one_line(str(backup), 600)}"
    main.log_pane.add(_entry("✓", "$verdict-allow", what))
    origins = {**feed.config.origins, **{key: change.origins[key] for key in change.changed}}
    kept = replace(feed.config.settings, **{key: getattr(change.wanted, key) for key in change.changed})
    feed.config = replace(feed.config, settings_file=file, settings=kept, origins=origins)
    main.origins = origins


def _entry(glyph: str, colour: str, what: str) -> LogEntry:
    return LogEntry(f"save-{time.time_ns()}", time.time(), glyph, colour, "save", "", what)
