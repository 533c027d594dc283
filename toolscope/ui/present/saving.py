"""What saving the settings would do, what it leaves out, or why it cannot be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from textual.content import Content

from toolscope.config.model import Settings
from toolscope.config.rewrite import Draft
from toolscope.plain import one_line
from toolscope.survey import Survey
from toolscope.ui.present.difference import difference_line
from toolscope.ui.present.text import assemble, badge, number, plural
from toolscope.ui.present.wrapping import labelled, wrap

_LABEL = 12
_LONGEST = 2_000
"""Characters of one line."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a person decides about."""

    draft: Draft | None
    """``None`` when the settings cannot be saved."""
    refusal: str = ""
    """Why not, in one line that says what to do."""
    left_out: tuple[str, ...] = ()
    """What is different in the app and is not saved, each with its reason."""
    home: Path | None = None
    """The folder that is written ``~``."""

    def place(self, path: Path) -> Content:
        """A path, the home folder in it shortened."""
        home = self.home
        shown = Path("~", path.relative_to(home)) if home is not None and path.is_relative_to(home) else path
        return assemble((one_line(str(shown), 600), "$ink"))

    @property
    def to_write(self) -> Draft | None:
        """The draft, when there is something in it to write."""
        return self.draft if self.draft is not None and self.draft.edited.changed else None


def left_out(survey: Survey, loaded: Settings) -> Iterator[str]:
    """What differs from the configuration as it was loaded and is a what-if."""
    tuned, scope = survey.settings, survey.scope
    if tuned.context_length != loaded.context_length:
        window = "unknown" if tuned.context_length is None else f"{number(tuned.context_length)} tokens"
        yield f"context window {window}: a what-if; the model decides it, or model.context_length"
    if tuned.profile != loaded.profile:
        yield f"{tuned.profile.name}: the release that you run decides it"
    out = [*scope.servers, *scope.tools, *scope.eager_servers, *scope.eager_tools]
    if out:
        yield f"{plural(len(out), 'server or tool', 'servers and tools')} left out or kept eager: a what-if"


def title(offer: Offer, width: int) -> Content:
    """What this is about."""
    if offer.to_write is not None:
        keys = offer.to_write.edited.changed
        words = " and ".join([", ".join(keys[:-1]), keys[-1]] if len(keys) > 1 else keys)
        line = assemble(badge("SAVE", "$info"), "  ", (words, "bold $ink"))
    elif offer.draft is not None:
        line = assemble(badge("SAVED", "$verdict-allow"), "  ", ("Nothing differs", "bold $ink"))
    else:
        line = assemble(badge("NOT SAVED", "$verdict-ask"), "  ", ("The settings cannot be saved", "bold $ink"))
    return line.truncate(width, ellipsis=True)


def facts(offer: Offer, width: int) -> list[Content]:
    """The file, or what stands in the way."""
    if offer.draft is None:
        reason = wrap([assemble((one_line(offer.refusal, 600), "$ink"))], width)
        return [*reason, Content(""), assemble(("y", "$here"), (" copies them as YAML, for config.yaml", "$soft"))]
    name = offer.place(offer.draft.file.path)
    if offer.to_write is None:
        return list(wrap([assemble(name, (" gives these settings already.", "$soft"))], width))
    return list(labelled("to", wrap([name], width - _LABEL), _LABEL))


def footing(offer: Offer, width: int) -> list[Content]:
    """The backup, and what is not saved."""
    found: list[Content] = []
    if offer.to_write is not None:
        backup = offer.place(offer.to_write.backup)
        found += labelled("backup", wrap([backup], width - _LABEL), _LABEL)
    words = (assemble((one_line(each), "$soft")) for each in offer.left_out)
    return [*found, *labelled("not saved", wrap(words, width - _LABEL), _LABEL)]


def difference_lines(offer: Offer, width: int) -> Sequence[Content]:
    """The unified difference, long lines wrapped; the names of the file stand above it."""
    lines = offer.to_write.edited.shown[2:] if offer.to_write is not None else ()
    return list(wrap((difference_line(line[:_LONGEST]) for line in lines), width))
