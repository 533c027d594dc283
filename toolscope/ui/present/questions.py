"""What servers ask, in words; and whether an answer fits."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from toolscope.canonical import Json, compact
from toolscope.invocation.checking import UncheckedError
from toolscope.invocation.path import inner
from toolscope.invocation.violations import violations
from toolscope.plain import Plain, clean, one_line
from toolscope.ui.present.draft import Draft
from toolscope.ui.present.text import assemble, stack

_LONGEST = 4_000
"""Characters of one message of a conversation."""


def defaults(schema: Json) -> dict[str, Json]:
    """The values that a form starts with."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    found = properties.items() if isinstance(properties, dict) else ()
    return {key: one["default"] for key, one in found if isinstance(one, dict) and "default" in one}


def fits(schema: Json, draft: Draft, missing: bool) -> Plain:
    """What is wrong with the values, in one line, or nothing; without ``missing`` not what is only not there yet.

    The schema is a server's: use a thread. One that cannot be applied lets every value through.
    """
    if draft.problems:
        path, why = next(iter(draft.problems.items()))
        return one_line(f"{path[-1] if path else 'JSON'}: {why}")
    try:
        problems = violations(schema, draft.arguments)
    except UncheckedError:
        return Plain("")
    wrong = [one for one in problems if missing or one.constraint != "required"]
    return one_line(f"{inner(wrong[0].steps)}: {wrong[0].message}") if wrong else Plain("")


def conversation(params: Json) -> Content:
    """What a model would be given: system prompt, messages, and the limit of the answer."""
    return stack(_talk(params))


def _talk(params: Json) -> Iterator[Content]:
    if system := params.get("systemPrompt"):
        yield assemble(("system  ", "$soft"), (clean(str(system)[:_LONGEST]), "$ink"))
    for message in params.get("messages") or ():
        role = one_line(str(message.get("role", "?")), 12)
        content = message.get("content")
        for block in content if isinstance(content, list) else [content]:
            yield assemble((f"{role}  ", "bold $soft"), (_block(block), "$ink"))
    yield assemble((f"at most {params.get('maxTokens', '?')} tokens", "$soft"))


def _block(block: Json) -> Plain:
    if isinstance(block, dict) and isinstance(block.get("text"), str):
        return clean(block["text"][:_LONGEST])
    kind = block.get("type", "something") if isinstance(block, dict) else "something"
    return one_line(f"[{kind}, {len(compact(block)):,} characters]")
