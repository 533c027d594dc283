"""Every tool of the demo can be opened in the Call tab."""

from __future__ import annotations

from tests.ui.calling import Desk
from toolscope.config.model import Settings
from toolscope.connections.fleet import Fleet
from toolscope.demo.fleet import servers
from toolscope.invocation.call import prepare
from toolscope.survey import Survey, take
from toolscope.ui.present.draft import collect, fill
from toolscope.ui.present.form import read_form


async def _demo() -> Survey:
    async with Fleet(servers()) as fleet:
        await fleet.settled()
        return take(fleet.statuses, Settings(context_length=200_000))


async def test_every_schema_of_the_demo_becomes_a_form() -> None:
    survey = await _demo()
    assert len(survey.catalog.deferred) > 3_000
    for tool in survey.catalog.deferred:
        form = read_form(tool.registry_schema)
        assert form.reason is None or form.sample is not None, tool.name
        prepared = prepare(survey.settings.profile, tool, form.sample)
        assert prepared.validation.passed or all(p.message for p in prepared.validation.problems)
        filled, entries = fill(form, form.sample)
        if form.reason is None:
            assert collect(filled, entries).arguments == form.sample


async def test_every_kind_of_demo_tool_opens_without_an_error() -> None:
    survey = await _demo()
    shapes = {tool.server: [] for tool in survey.catalog.deferred}
    for tool in survey.catalog.deferred:
        if len(shapes[tool.server]) < 30:
            shapes[tool.server].append(tool)
    app = Desk(survey)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        for tool in (tool for tools in shapes.values() for tool in tools[:12]):
            await app.open(pilot, tool.name)
            judged = app.pane.draft.judged
            assert judged is not None, tool.name
            assert judged.prepared.tool is tool
            assert judged.waits is None or judged.waits.startswith("waits for"), tool.name
