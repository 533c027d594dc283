"""A word that no tool holds empties the result: which one it was, and what is left without it (A01, A09, A11, G01)."""

from __future__ import annotations

from tests.cases.asking import desk
from toolscope.config.profiles import HERMES_19

BETTERSTACK = (
    "create_incident   | betterstack | Open an incident and send an email to the on-call person | summary email",
    "escalate_incident | betterstack | Escalate an incident by call, SMS or email | incident_id",
    "team_members      | betterstack | Read the team: every member with email address | team",
    "on_call_events    | betterstack | Read on-call calendar events and send reminders | schedule",
    "create_issue      | linear | Create an issue | title team",
    "save_issue        | linear | Create or update an issue and send it to a team | id title",
)
PREFECT = (
    "delete_flow     | prefect | Delete a flow by id | flow_id",
    "create_flow_run | prefect | Create a flow run | deployment_id",
    "read_work_pools | prefect | Read work pools | limit",
)
SERVICENOW = (
    "theme_manage   | servicenow | Manage portal themes and theming | theme",
    "close_incident | servicenow | Close an incident with resolution notes | sys_id close_notes",
    "form_layout    | servicenow | Configure the form layout for a platform | form",
)


def test_a_vendor_that_is_not_attached_finds_nothing_and_is_named() -> None:
    """A01."""
    asked = desk(*BETTERSTACK)
    gmail = asked.ask("send gmail email")
    assert (gmail.matches, gmail.verdict) == ([], "unknown_word")
    assert "send 3   gmail ✕ in no tool   email 3" in gmail.under
    assert "↳ without gmail: 3 tools  1 mcp__betterstack__create_incident" in gmail.under
    google = asked.ask("read google calendar events")
    assert (google.matches, google.sentence.split(".")[0]) == ([], "“google” is in no tool")
    for query in ("betterstack incident", "send incident email"):
        found = asked.ask(query)
        assert sorted(found.matches) == ["create_incident", "escalate_incident"]
        assert "incident 2 gate" in found.under


def test_without_the_gate_five_wrong_tools_would_come() -> None:
    """A01: what a release without a gate answers."""
    wrong = desk(*BETTERSTACK, profile=HERMES_19).ask("send gmail email").matches
    assert len(wrong) == 5
    assert wrong[0] == "create_incident"


def test_filler_words_are_blamed_and_left_out() -> None:
    """A09."""
    asked = desk(*SERVICENOW)
    assert asked.ask("close the incident").matches == asked.ask("incident").matches == ["close_incident"]
    long = asked.ask("close incident and fill in the resolution notes", "close_incident")
    assert (long.matches, long.verdict) == ([], "unknown_word")
    assert long.sentence.startswith("“fill” and “in” are in no tool.")
    assert "↳ without fill, in: 1 tool  1 mcp__servicenow__close_incident" in long.under
    assert "⏎ apply" in long.under
    assert long.wordings[0] == "close incident and the resolution notes"


def test_a_request_that_nothing_can_serve_is_told_from_a_miss_by_a_number() -> None:
    """A11."""
    asked = desk(*PREFECT)
    for query in ("permanently erase workflow 456", "what is the weather"):
        nothing = asked.ask(query)
        assert (nothing.matches, nothing.verdict) == ([], "unknown_word")
        assert "↳ without" not in nothing.under
    number = asked.ask("delete flow 456", "delete_flow")
    assert number.matches == []
    assert number.sentence.startswith("“456” is in no tool.")
    assert number.wordings[0] == "delete flow"
    assert asked.ask("delete flow").matches == ["delete_flow"]


def test_each_word_of_a_miss_has_its_stem_its_frequency_and_what_it_finds_alone() -> None:
    """G01."""
    why = desk(*BETTERSTACK).ask("Sending GMAIL emails").why
    assert "word stem tools idf alone it finds" in why
    assert "emails email 3 0.69 mcp__betterstack__create_incident" in why
    assert "GMAIL gmail ✕ 2.64 nothing" in why
    assert "GMAIL is the gate: the rarest word" in why
