"""Releases of Hermes as values: what differs between them, and nothing else.

Figures and rules: hermes.md; ``hermes-0.21`` is its S (seed), ``hermes-0.22`` its N, ``hermes-0.19`` its L.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class BridgeSizes:
    """Characters of the bridge schemas in compact JSON, as the reference sends them (hermes.md §7)."""

    search: int
    """Without the digits of the deferred count and without a listing."""
    describe: int
    call: int
    frame: Mapping[str, int]
    """What embedding a listing adds besides the listing, by form."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One release of Hermes Tool Search."""

    name: str

    # names (§1)
    max_name_length: int | None
    """Longer names are cut and get a hash; ``None`` is no limit."""
    last_name_wins: bool
    """A later tool takes over a name; otherwise clashing tools are skipped."""
    glob_filters: bool
    """``include`` and ``exclude`` are globs, and an empty ``include`` registers nothing."""

    # schemas (§1b)
    renames_properties: bool
    """Property keys that a model API would refuse are renamed, unions of constants become enums, a boolean ``required``
    moves up, and only what stands under a schema keyword is sanitised; otherwise every object and list is."""
    writes_empty_required: bool
    """Every object node carries ``required``; bare constraints and properties named like keywords stay as they are."""

    # activation and listing (§4 to §6)
    tiers: bool
    """A budgeted listing exists, and any deferrable tool activates; otherwise a share of the context decides."""
    threshold_pct: float
    listing_max_tokens: int
    bridge: BridgeSizes

    # search (§8)
    search_default_limit: int
    max_search_limit: int
    stemming: bool
    """Stemmed words, the source label in the document, the ``mcp__`` prefix out of it, and exact names first."""
    gate: bool
    """The rarest query word admits; otherwise any positive score does, then a substring of the name."""
    coverage: bool
    """At least half of four or more known query words must be in the tool."""
    batched: bool
    """Several queries and several names a call; otherwise one of each."""
    max_queries: int
    max_names: int
    description_clip: int
    clip_mark: str

    # calls (§10)
    batched_calls: bool
    """``calls: [...]`` is accepted beside ``name`` and ``arguments``."""
    lenient_arguments: bool
    """Blank argument strings are ``{}``, the string ``null`` is an error; unknown and direct tools have own errors."""
    null_string_is_empty: bool
    """The string ``null`` is parsed before it is tested, and so is ``{}``."""
    coerces_refs: bool
    """Coercion follows local references."""
    unrenames: bool
    """Renamed property keys are mapped back before the call."""
    validates: bool
    """Arguments are checked against the schema before anything is sent."""
    honours_trust: bool
    """``trust: untrusted`` asks before tools that are not read-only."""
    peels_calls: bool
    """The planner of parallel calls looks inside ``tool_call``; otherwise every one of them waits for all others."""
    hooks_gate: bool
    """A shell hook may change arguments, blocks by exit code 2, and can fail closed (§11)."""
    hooks_ask: bool
    """A shell hook may answer ``approve``: a person is asked (§11)."""

    strips_tags: bool = True
    """Invisible tag characters (U+E0000 to U+E007F) are taken out of descriptions (§1)."""
    core_tools: frozenset[str] = frozenset()
    kept_toolsets: frozenset[str] = frozenset()
    """Plugin toolsets that are never deferred (§2, rule 6)."""
    default_defer: tuple[str, ...] = ()
    defers_core: bool = True
    """``defer`` is a known setting: core tools can be deferred too (§2, rule 2)."""

    # configuration (§12 to §14)
    strict_yaml: bool = False
    """``y`` and ``n`` are booleans, and a key written twice in one mapping resets the whole file to the defaults."""
    expands_places: bool = True
    """``${userHome}``, ``${workspaceFolder}`` and their like are filled in, as well as environment variables."""
    recent_windows: bool = True
    """The built-in table of context windows knows the models of autumn 2026."""
    dots_are_dashes: bool = False
    """A model id is also looked up with dots and dashes spelled alike."""


def _names(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_CORE_19 = frozenset(
    _names("""
    browser_back browser_cdp browser_click browser_console browser_dialog browser_get_images browser_navigate
    browser_press browser_scroll browser_snapshot browser_type browser_vision clarify close_terminal
    computer_use cronjob delegate_task execute_code ha_call_service ha_get_state ha_list_entities
    ha_list_services image_generate kanban_attach kanban_attach_url kanban_attachments kanban_block
    kanban_comment kanban_complete kanban_create kanban_heartbeat kanban_link kanban_list kanban_show
    kanban_unblock memory patch process read_file read_terminal search_files session_search skill_manage
    skill_view skills_list terminal text_to_speech todo vision_analyze web_extract web_search write_file
    """)
)
_CORE_21 = (_CORE_19 - {"close_terminal", "read_terminal", "cronjob", "process", "todo"}) | frozenset(
    _names("""
    browser_exec browser_vault_enter_code browser_vault_fill browser_vault_list browser_vault_save_login
    browser_vault_unlock cronjob_manage kanban_request_changes kanban_request_review process_manage todo_list
    """)
)
_CORE_22 = {name for name in _CORE_21 if not name.startswith(("ha_", "browser_vault_"))} | {
    "browser_vault",
    "manage_connections",
}
_DEFER_21 = _names("""
    computer_use session_search image_generate todo_list process_manage cronjob_manage drive_preview gui_tour
    desktop_preview annotate_preview show_tip setup_mcp desktop_project close_terminal apply_layout
    read_terminal read_window_below focus_pane
""")
_DEFER_22 = (
    *(name for name in _DEFER_21 if name not in ("setup_mcp", "apply_layout")),
    "browser_vault",
    "manage_catalog",
    "set_theme",
)


def _frames(listed: int, mixed: int, groups: int) -> Mapping[str, int]:
    return MappingProxyType({"full": listed, "names": listed, "mixed": mixed, "groups": groups, "none": 0})


HERMES_21 = Profile(
    name="hermes-0.21",
    max_name_length=64,
    last_name_wins=False,
    glob_filters=True,
    renames_properties=True,
    writes_empty_required=False,
    tiers=True,
    threshold_pct=5.0,
    listing_max_tokens=4000,
    bridge=BridgeSizes(1042, 476, 499, _frames(199, 328, 262)),
    search_default_limit=5,
    max_search_limit=25,
    stemming=True,
    gate=True,
    coverage=False,
    batched=True,
    max_queries=10,
    max_names=10,
    description_clip=500,
    clip_mark="…",
    batched_calls=False,
    lenient_arguments=False,
    null_string_is_empty=True,
    coerces_refs=False,
    unrenames=True,
    validates=True,
    honours_trust=True,
    peels_calls=True,
    hooks_gate=True,
    hooks_ask=False,
    core_tools=frozenset(_CORE_21),
    kept_toolsets=frozenset({"desktop_ui", "project"}),
    default_defer=_DEFER_21,
)
HERMES_22 = replace(
    HERMES_21,
    name="hermes-0.22",
    writes_empty_required=True,
    bridge=BridgeSizes(725, 476, 679, _frames(130, 259, 262)),
    coverage=True,
    max_queries=7,
    batched_calls=True,
    lenient_arguments=True,
    null_string_is_empty=False,
    coerces_refs=True,
    hooks_ask=True,
    core_tools=frozenset(_CORE_22),
    kept_toolsets=frozenset({"desktop_ui", "project", "catalog"}),
    default_defer=_DEFER_22,
    strict_yaml=True,
    dots_are_dashes=True,
)
HERMES_19 = replace(
    HERMES_21,
    name="hermes-0.19",
    max_name_length=None,
    last_name_wins=True,
    glob_filters=False,
    renames_properties=False,
    tiers=False,
    threshold_pct=10.0,
    bridge=BridgeSizes(653, 356, 499, _frames(0, 0, 0)),
    max_search_limit=20,
    stemming=False,
    gate=False,
    batched=False,
    max_queries=1,
    max_names=1,
    description_clip=400,
    clip_mark="",
    null_string_is_empty=False,
    unrenames=False,
    validates=False,
    honours_trust=False,
    peels_calls=False,
    hooks_gate=False,
    strips_tags=False,
    core_tools=_CORE_19,
    kept_toolsets=frozenset(),
    default_defer=(),
    defers_core=False,
    expands_places=False,
    recent_windows=False,
)

DEFAULT = HERMES_21
PROFILES: Mapping[str, Profile] = MappingProxyType({p.name: p for p in (HERMES_21, HERMES_22, HERMES_19)})
