"""Sources and settings come together in one configuration."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from toolscope.config.gather import Sources, Surroundings, load
from toolscope.config.launch import Http, Recorded, Stdio
from toolscope.config.model import ConfigError, Origin, ServerConfig
from toolscope.config.options import Options

Write = Callable[[str, str], Path]
Around = Callable[..., Surroundings]
HERMES = "home/.hermes/config.yaml"


def test_with_nothing_at_all_there_are_no_servers_and_the_places_are_named(around: Around) -> None:
    config = load(Sources(), around())
    assert config.servers == ()
    assert config.looked
    assert config.settings.context_length is None


def test_hermes_is_discovered_with_its_secrets_file(around: Around, write: Write) -> None:
    write(
        HERMES, "model: gpt-5.5\nmcp_servers: {a: {command: x, env: {T: '${TOKEN}', U: '${PLACE}'}}}\nhooks: {x: []}\n"
    )
    write("home/.hermes/.env", "TOKEN=from the file\n")
    config = load(Sources(), around(TOKEN="stale", PLACE="here"))
    assert config.servers[0].launch == Stdio("x", (), {"T": "from the file", "U": "here"})
    assert not config.servers[0].untrusted
    assert (config.settings.context_length, config.settings.model) == (1_050_000, "gpt-5.5")
    assert [complaint.key for complaint in config.complaints] == ["hooks.x"]


def test_the_managed_file_wins_over_the_users(around: Around, write: Write) -> None:
    write(HERMES, "tools: {tool_search: {threshold_pct: 3, listing: off}}\nmcp_servers: {a: {command: x}}\n")
    write("managed/config.yaml", "tools: {tool_search: {threshold_pct: 9}}\nmcp_servers: {b: {command: y}}\n")
    config = load(Sources(), around())
    assert [server.name for server in config.servers] == ["a", "b"]
    assert (config.settings.threshold_pct, config.settings.listing) == (9.0, "off")
    assert config.origins["threshold_pct"].source.endswith("managed/config.yaml")
    assert config.origins["listing"].source.endswith(HERMES)
    assert config.servers[1].origin.source.endswith("managed/config.yaml")


def test_a_project_file_is_not_trusted_until_someone_says_so(around: Around, write: Write) -> None:
    write("work/.vscode/mcp.json", '{"servers": {"a": {"command": "${workspaceFolder}/x"}}}')
    surroundings = around()
    (server,) = load(Sources(), surroundings).servers
    assert server.untrusted
    assert server.launch == Stdio(f"{surroundings.cwd}/x")
    assert not load(Sources(trust=True), surroundings).servers[0].untrusted


def test_a_named_file_is_trusted_and_turns_discovery_off(around: Around, write: Write) -> None:
    write(HERMES, "tools: {tool_search: {threshold_pct: 3}}\nmcp_servers: {other: {command: x}}\n")
    path = write("work/.mcp.json", '{"mcpServers": {"a": {"command": "x"}}}')
    config = load(Sources(configs=(path,)), around())
    assert [(server.name, server.untrusted) for server in config.servers] == [("a", False)]
    assert config.settings.threshold_pct == 5.0
    assert config.looked == ()


def test_options_win_over_files_and_files_over_the_profile(around: Around, write: Write) -> None:
    path = write(
        "c.yaml",
        "model: {default: gpt-5, context_length: 123456}\n"
        "tools: {tool_search: {threshold_pct: 3, listing_max_tokens: 900}}\n",
    )
    config = load(Sources(configs=(path,), options=Options(profile="0.19", threshold_pct="7")), around())
    assert config.settings.profile.name == "hermes-0.19"
    assert config.settings.threshold_pct == 7.0
    assert config.settings.context_length == 123_456
    assert config.settings.max_search_limit == 20
    shown = {name: str(config.origins[name]) for name in ("profile", "threshold_pct", "context_length", "listing")}
    assert shown == {
        "profile": "command line",
        "threshold_pct": "command line",
        "context_length": f"{path}:1",
        "listing": "default",
    }


def test_the_context_comes_from_the_option_then_the_file_then_the_model(around: Around, write: Write) -> None:
    explicit = write("a.yaml", "model: {default: gpt-5, context_length: 1000}")
    model = write("b.yaml", "model: {model: o3}")
    seen = {
        name: load(Sources(configs=(path,), options=Options(context=option)), around()).settings
        for name, path, option in [
            ("option", explicit, "64k"),
            ("file", explicit, None),
            ("model", model, None),
            ("unknown", model, "unknown"),
        ]
    }
    assert {name: settings.context_length for name, settings in seen.items()} == {
        "option": 64_000,
        "file": 1_000,
        "model": 256_000,
        "unknown": None,
    }
    assert seen["model"].model == "o3"
    assert seen["file"].model is None


def test_the_demo_has_a_context_unless_one_is_given(around: Around) -> None:
    demo = ServerConfig("d", Recorded({}), Origin("demo"))
    config = load(Sources(demo=True, extra=(demo,)), around())
    assert (config.settings.context_length, str(config.origins["context_length"])) == (200_000, "demo")
    given = load(Sources(demo=True, extra=(demo,), options=Options(context="1M")), around())
    assert given.settings.context_length == 1_000_000


def test_urls_and_a_command_are_servers_too(around: Around) -> None:
    config = load(
        Sources(urls=("https://a.example/mcp", "https://a.example/two"), command=("python", "b.py")), around()
    )
    assert [(server.name, type(server.launch)) for server in config.servers] == [
        ("a.example", Http),
        ("a.example-2", Http),
        ("b", Stdio),
    ]


def test_a_name_is_for_one_url_or_command(around: Around) -> None:
    assert load(Sources(urls=("https://a.example",), name="n"), around()).servers[0].name == "n"
    for sources in (Sources(name="n"), Sources(name="n", urls=("https://a.example",), command=("x",))):
        with pytest.raises(ConfigError, match=r"^--name n: names one --url or one command after --"):
            load(sources, around())


def test_the_same_name_in_two_files_gets_a_number_and_a_word(around: Around, write: Write) -> None:
    first = write("a.yaml", "mcp_servers: {x: {command: one}}")
    second = write("b.json", '{"mcpServers": {"x": {"command": "two"}, "x-2": {"command": "three"}}}')
    config = load(Sources(configs=(first, second)), around())
    assert [server.name for server in config.servers] == ["x", "x-2", "x-2-2"]
    assert f"{first}:1 has a server of this name too; this one is x-2" in str(config.complaints[0])


def test_a_broken_file_does_not_stop_the_others(around: Around, write: Write) -> None:
    good = write("a.yaml", "mcp_servers: {x: {command: one}}")
    bad = write("b.yaml", "mcp_servers: {x: [")
    config = load(Sources(configs=(bad, good)), around())
    assert [server.name for server in config.servers] == ["x"]
    (line,) = config.broken
    assert line.startswith(f"{bad}:1: not valid YAML")


def test_a_broken_file_alone_is_an_error(around: Around, write: Write, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="not valid YAML"):
        load(Sources(configs=(write("b.yaml", "a: ["),)), around())
    with pytest.raises(ConfigError, match="no such file"):
        load(Sources(configs=(tmp_path / "none.yaml",)), around())
    write(HERMES, "a: [")
    with pytest.raises(ConfigError, match="not valid YAML"):
        load(Sources(), around())


def test_hermes_own_file_may_hold_nothing_that_concerns_tools(around: Around, write: Write) -> None:
    write(HERMES, "display: {skin: default}\n")
    assert load(Sources(), around()).servers == ()


def test_only_the_wanted_servers_are_kept_and_an_unknown_one_lists_them(around: Around, write: Write) -> None:
    path = write("a.yaml", "mcp_servers: {x: {command: one}, y: {command: two}}")
    assert [s.name for s in load(Sources(configs=(path,), servers=("y",)), around()).servers] == ["y"]
    with pytest.raises(ConfigError, match="--server z: no such server; there are: x, y"):
        load(Sources(configs=(path,), servers=("z",)), around())


def test_the_own_file_is_always_read(around: Around, write: Write) -> None:
    write("own.yaml", "theme: night\nguardrail: {rules: [{match: '*', decision: deny}]}\nwhat: 1\n")
    config = load(Sources(command=("x",)), around())
    assert config.theme == "night"
    assert config.guardrail.rules[0].decision == "deny"
    assert "unknown key" in str(config.complaints[0])


def test_an_own_file_that_is_named_and_not_there_is_told(around: Around, tmp_path: Path) -> None:
    missing = tmp_path / "nowhere.yaml"
    config = load(Sources(command=("x",)), around(TOOLSCOPE_CONFIG=str(missing)))
    assert str(config.complaints[0]) == f"{missing}: TOOLSCOPE_CONFIG: no such file: no guardrail rules are in force"


def test_the_newest_release_drops_the_settings_of_a_file_with_a_key_written_twice(around: Around, write: Write) -> None:
    path = write(
        "a.yaml", "tools: {tool_search: {threshold_pct: 3, threshold_pct: 4}}\nmcp_servers: {x: {command: one}}"
    )
    older = load(Sources(configs=(path,)), around())
    newest = load(Sources(configs=(path,), options=Options(profile="0.22")), around())
    assert (older.settings.threshold_pct, newest.settings.threshold_pct) == (4.0, 5.0)
    assert len(newest.servers) == 1
    assert "resets the whole file to its defaults" in str(newest.complaints[-1])
