"""Every tool of the demo can be opened in the Call tab."""

from __future__ import annotations

from tests.ui.calling import Desk
from toolscope.catalog.tool import Tool
from toolscope.config.model import Settings
from toolscope.connections.fleet import Fleet
from toolscope.demo.fleet import servers
from toolscope.invocation.call import prepare
from toolscope.survey import Survey, take
from toolscope.ui.present.filling import collect, fill
from toolscope.ui.present.form import read_form


async def _demo() -> Survey:
    async with Fleet(servers()) as fleet:
        await fleet.settled()
        return take(fleet.statuses, Settings(context_length=200_000))


async def test_every_schema_of_the_demo_becomes_a_form() -> None:
    survey = await _demo()
    assert len(survey.catalog.deferred) > 3_000
    for position, tool in enumerate(survey.catalog.deferred):
        form = read_form(tool.registry_schema)
        assert isinstance(form.sample, dict), tool.name
        filled, entries = fill(form, form.sample)
        if form.reason is None:
            assert collect(filled, entries).arguments == form.sample
        if tool.server != "cloud-api" or position % 50 == 0:
            validation = prepare(survey.settings.profile, tool, form.sample).validation
            assert validation.passed or all(problem.message for problem in validation.problems), tool.name


async def test_every_shape_of_form_in_the_demo_opens_without_an_error() -> None:
    survey = await _demo()
    shapes = {(tool.server, _kinds(tool)): tool for tool in reversed(survey.catalog.deferred)}
    chosen = list({kinds: tool for (_, kinds), tool in shapes.items()}.values())
    app = Desk(survey)
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.pause()
        for tool in chosen:
            await app.open(pilot, tool.name)
            judged = app.pane.draft.judged
            assert judged is not None, tool.name
            assert judged.prepared.tool is tool
            assert judged.waits is None or judged.waits.startswith("waits for"), tool.name


def _kinds(tool: Tool) -> frozenset[str]:
    return frozenset(field.kind for field in read_form(tool.registry_schema).leaves)
