"""Two themes; colours are named by what they mean, never by what they look like."""

from __future__ import annotations

from textual.theme import Theme

_NIGHT = {
    "ground": "#10141a",
    "deck": "#161b23",
    "raised": "#1d242e",
    "panel": "#1a202a",
    "line": "#323c4a",
    "ink": "#dde3ea",
    "soft": "#97a3b3",
    "faint": "#566273",
    "here": "#ff8ac2",
    "here-bg": "#3a2434",
    "mark-bg": "#3b3413",
    "gone": "#c98a8a",
    "mode-full": "#79d6e6",
    "mode-names": "#5ea6f7",
    "mode-summary": "#a597ff",
    "mode-hidden": "#939eae",
    "good": "#5fd7a7",
    "doubt": "#e8b45a",
    "bad": "#ff7a74",
    "badge-ink": "#10141a",
}
_PAPER = {
    "ground": "#fbfaf7",
    "deck": "#f2f0ea",
    "raised": "#e8e5dc",
    "panel": "#eeebe3",
    "line": "#cbc6b8",
    "ink": "#22272e",
    "soft": "#5a626e",
    "faint": "#a09a8c",
    "here": "#b0186c",
    "here-bg": "#f7dcea",
    "mark-bg": "#fbeaa8",
    "gone": "#8c4a45",
    "mode-full": "#086274",
    "mode-names": "#1d57b8",
    "mode-summary": "#6a3fc0",
    "mode-hidden": "#59606b",
    "good": "#0a6b4c",
    "doubt": "#865400",
    "bad": "#b3201c",
    "badge-ink": "#fbfaf7",
}
_MODES = ("mode-full", "mode-names", "mode-summary", "mode-hidden")


def mix(a: str, b: str, share: float) -> str:
    """Colour ``a`` with a share of ``b`` in it; both and the result as ``#rrggbb``."""

    def channel(at: int) -> int:
        return round(int(a[at : at + 2], 16) * (1 - share) + int(b[at : at + 2], 16) * share)

    return "#" + "".join(f"{channel(at):02x}" for at in (1, 3, 5))


def _variables(colours: dict[str, str], dim: float) -> dict[str, str]:
    """The palette under every name that a style may use."""
    ground = colours["ground"]
    return {
        **colours,
        **{f"{mode}-dim": mix(colours[mode], ground, dim) for mode in _MODES},
        "state-ready": colours["good"],
        "state-connecting": colours["mode-names"],
        "state-waiting": colours["mode-names"],
        "state-stale": colours["doubt"],
        "state-lost": colours["doubt"],
        "state-untrusted": colours["doubt"],
        "state-signed-out": colours["doubt"],
        "state-failed": colours["bad"],
        "state-disabled": colours["mode-hidden"],
        "verdict-allow": colours["good"],
        "verdict-ask": colours["doubt"],
        "verdict-deny": colours["bad"],
        "info": colours["mode-names"],
        "value-text": colours["mode-full"],
        "value-number": colours["mode-summary"],
        "measure": mix(colours["soft"], ground, 0.25),
        **_textual(colours),
    }


def _textual(colours: dict[str, str]) -> dict[str, str]:
    """Textual's own names."""
    ground, deck, here, soft, line = (colours[name] for name in ("ground", "deck", "here", "soft", "line"))
    return {
        "footer-background": deck,
        "footer-foreground": soft,
        "footer-key-foreground": here,
        "footer-key-background": deck,
        "footer-description-foreground": soft,
        "footer-description-background": deck,
        "block-cursor-background": colours["here-bg"],
        "block-cursor-foreground": colours["ink"],
        "border": line,
        "border-blurred": line,
        "input-cursor-background": here,
        "input-cursor-foreground": ground,
        "input-selection-background": colours["here-bg"],
        "scrollbar": line,
        "scrollbar-background": ground,
        "scrollbar-hover": soft,
        "scrollbar-active": here,
        "scrollbar-corner-color": ground,
    }


def _theme(name: str, colours: dict[str, str], dark: bool) -> Theme:
    return Theme(
        name=name,
        dark=dark,
        primary=colours["here"],
        secondary=colours["mode-names"],
        accent=colours["here"],
        warning=colours["doubt"],
        error=colours["bad"],
        success=colours["good"],
        foreground=colours["ink"],
        background=colours["ground"],
        surface=colours["raised"],
        panel=colours["panel"],
        variables=_variables(colours, 0.58 if dark else 0.62),
    )


NIGHT = _theme("toolscope-night", _NIGHT, dark=True)
PAPER = _theme("toolscope-paper", _PAPER, dark=False)
THEMES = (NIGHT, PAPER)
