"""Two releases side by side."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.build import status, survey, tool
from toolscope.config.model import Settings
from toolscope.config.profiles import HERMES_19, HERMES_21, HERMES_22, Profile
from toolscope.disclosure.compare import Comparison
from toolscope.survey import Survey, in_releases

LONG = "a_tool_name_that_does_not_fit_into_sixty_four_characters_with_its_server"
NOW = survey(
    status("wiki", [tool("read", "Read."), tool(LONG, "Long.")]), status("chat", [tool("send", "Send.", "text")])
)


def _compared(now: Survey, profile: Profile) -> Comparison:
    here, there = in_releases(now, (now.settings.profile, profile), {})
    return Comparison(here.disclosure, there.disclosure)


def test_a_release_beside_itself_differs_in_nothing() -> None:
    seen = _compared(NOW, HERMES_21)
    assert not any(fact.differs for fact in seen.facts)
    assert not any(pair.differs for pair in seen.servers)
    assert not seen.tools


def test_the_legacy_release_has_no_list_other_defaults_and_whole_names() -> None:
    seen = _compared(NOW, HERMES_19)
    differs = {fact.name: (fact.before, fact.after) for fact in seen.facts if fact.differs}
    assert differs["activated"] == (True, False)
    assert differs["threshold_pct"] == (5.0, 10.0)
    assert differs["max_search_limit"] == (25, 20)
    assert differs["listing_max_tokens"] == (4_000, None)
    assert differs["binding"] == ("listing_max_tokens", None)
    assert (differs["max_queries"], differs["description_clip"]) == ((10, 1), (500, 400))
    ((before, after),) = seen.renamed
    assert len(before) == 64
    assert after == f"mcp__wiki__{LONG}"


def test_a_setting_that_somebody_wrote_is_the_same_in_both() -> None:
    now = NOW.with_settings(replace(NOW.settings, threshold_pct=1.5))
    assert "threshold_pct" not in {fact.name for fact in _compared(now, HERMES_19).facts if fact.differs}


def test_the_newer_release_spells_longer_schemas() -> None:
    seen = _compared(NOW, HERMES_22)
    assert [one.parts for one in seen.tools.changed] == [("definition",)] * 3
    assert all(pair.after.schema_tokens > pair.before.schema_tokens for pair in seen.servers)


@given(st.sampled_from([HERMES_19, HERMES_21, HERMES_22]), st.integers(1_000, 300_000))
def test_every_fact_is_that_of_the_session_in_that_release(profile: Profile, context: int) -> None:
    now = NOW.with_settings(Settings(context_length=context))
    seen = _compared(now, profile)
    assert seen.before is now.disclosure
    facts = {fact.name: fact for fact in seen.facts}
    assert facts["sent_tokens"].after == seen.after.sent_tokens
    assert facts["fingerprint"].after == seen.after.fingerprint
    assert sum(pair.after.tools for pair in seen.servers) == len(seen.after.catalog.tools)
    assert bool(sum(pair.after.manifest_tokens for pair in seen.servers)) == (seen.after.form != "none")
