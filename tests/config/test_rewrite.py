"""A settings file is written as a whole or not at all, and the one before it is kept."""

from __future__ import annotations

import codecs
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from toolscope.config import rewrite
from toolscope.config.gather import Sources, Surroundings, load
from toolscope.config.model import Config, ConfigError, Settings
from toolscope.config.settings_file import Nowhere, SettingsFile

Write = Callable[[str, str], Path]
TEXT = "mcp_servers: {}\ntools:\n  tool_search:\n    threshold_pct: 5  # share\n"
WANTED = TEXT.replace("5", "1.5")


def opened(path: Path) -> tuple[Config, SettingsFile]:
    config = load(Sources(configs=(path,)))
    assert isinstance(config.settings_file, SettingsFile)
    return config, config.settings_file


def tuned(config: Config) -> Settings:
    return replace(config.settings, threshold_pct=1.5)


def test_the_file_is_written_with_its_permissions_and_the_one_before_is_kept(write: Write) -> None:
    path = write("c.yaml", TEXT)
    path.chmod(0o640)
    config, file = opened(path)
    draft = rewrite.draft(file, tuned(config))
    assert path.read_text() == TEXT, "nothing is written before it is asked for"
    after, backup = rewrite.write(draft)
    assert (path.read_text(), backup.read_text()) == (WANTED, TEXT)
    assert backup == draft.backup == path.with_name("c.yaml.bak")
    assert {stat.S_IMODE(one.stat().st_mode) for one in (path, backup)} == {0o640}
    assert sorted(one.name for one in path.parent.iterdir() if one.name.startswith((".c", "c"))) == [
        "c.yaml",
        "c.yaml.bak",
    ]
    assert rewrite.draft(after, tuned(config)).edited.changed == ()


def test_an_earlier_backup_is_never_written_over(write: Write) -> None:
    path = write("c.yaml", TEXT)
    config, file = opened(path)
    backups = []
    for percent in (1.0, 2.0, 3.0):
        file, backup = rewrite.write(rewrite.draft(file, replace(config.settings, threshold_pct=percent)))
        backups.append((backup.name, backup.read_text().split(": ")[-1]))
    assert backups == [
        ("c.yaml.bak", "5  # share\n"),
        ("c.yaml.bak-1", "1  # share\n"),
        ("c.yaml.bak-2", "2  # share\n"),
    ]


def test_a_link_stays_a_link(write: Write, tmp_path: Path) -> None:
    real = write("dotfiles/hermes.yaml", TEXT)
    link = tmp_path / "c.yaml"
    link.symlink_to(real)
    config, file = opened(link)
    _, backup = rewrite.write(rewrite.draft(file, tuned(config)))
    assert link.is_symlink()
    assert real.read_text() == WANTED
    assert backup.parent == real.parent


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"", "utf-8"),
    ],
)
def test_the_encoding_stays(tmp_path: Path, mark: bytes, codec: str) -> None:
    path = tmp_path / "c.yaml"
    path.write_bytes(mark + f"# é\r\n{TEXT}".encode(codec))
    config, file = opened(path)
    rewrite.write(rewrite.draft(file, tuned(config)))
    assert path.read_bytes() == mark + f"# é\r\n{WANTED}".encode(codec)


def test_a_file_that_changed_since_it_was_read_is_left_alone(write: Write) -> None:
    path = write("c.yaml", TEXT)
    config, file = opened(path)
    draft = rewrite.draft(file, tuned(config))
    path.write_text("# somebody else was here\n")
    for attempt in (lambda: rewrite.write(draft), lambda: rewrite.draft(file, tuned(config))):
        with pytest.raises(ConfigError, match="was changed since it was read"):
            attempt()
    assert path.read_text() == "# somebody else was here\n"
    assert not draft.backup.exists()


def test_a_file_without_the_right_to_write_is_refused_before_anything_is_asked(write: Write) -> None:
    path = write("c.yaml", TEXT)
    path.chmod(0o444)
    config, file = opened(path)
    with pytest.raises(ConfigError, match=r"c\.yaml: is not writable"):
        rewrite.draft(file, tuned(config))
    assert rewrite.draft(file, config.settings).edited.changed == ()


def test_a_file_that_went_is_said(write: Write) -> None:
    path = write("c.yaml", TEXT)
    config, file = opened(path)
    path.unlink()
    with pytest.raises(ConfigError, match="no such file"):
        rewrite.draft(file, tuned(config))


def test_a_write_that_fails_leaves_the_file_as_it_was_and_no_rest(write: Write) -> None:
    path = write("deep/c.yaml", TEXT)
    config, file = opened(path)
    draft = rewrite.draft(file, tuned(config))
    # What cannot be written fails after the backup was made.
    with pytest.raises(TypeError):
        rewrite.write(replace(draft, data=None))  # type: ignore[arg-type]
    assert path.read_text() == TEXT
    assert sorted(one.name for one in path.parent.iterdir()) == ["c.yaml", "c.yaml.bak"]


# which file

Around = Callable[..., Surroundings]


def hermes(around: Surroundings, user: str | None, managed: str | None) -> Config:
    home, above = around.home / ".hermes", Path(around.environ["HERMES_MANAGED_DIR"])
    for folder, text in ((home, user), (above, managed)):
        if text is not None:
            folder.mkdir(exist_ok=True)
            (folder / "config.yaml").write_text(text)
    return load(Sources(), around)


def test_a_managed_file_that_says_nothing_of_the_settings_does_not_stand_in_the_way(around: Around) -> None:
    here = around()
    file = hermes(here, TEXT, "mcp_servers: {}\n").settings_file
    assert isinstance(file, SettingsFile)
    assert file.path == here.home / ".hermes" / "config.yaml"


def test_settings_of_two_files_are_not_saved_and_both_are_named(around: Around) -> None:
    found = hermes(around(), TEXT, "tools: {tool_search: {enabled: on}}\n").settings_file
    assert isinstance(found, Nowhere)
    assert "managed" in found.reason
    assert ".hermes" in found.reason


def test_of_two_files_on_the_command_line_the_one_with_the_settings_is_meant(write: Write) -> None:
    one, other = write("a.yaml", "mcp_servers: {}\n"), write("b.yaml", TEXT)
    file = load(Sources(configs=(one, other))).settings_file
    assert isinstance(file, SettingsFile)
    assert file.path == other
    both = load(Sources(configs=(other, write("c.yaml", TEXT)))).settings_file
    assert isinstance(both, Nowhere)
    assert "b.yaml" in both.reason


def test_a_demo_or_another_clients_file_has_no_place_for_settings(write: Write) -> None:
    client = write("mcp.json", '{"mcpServers": {"a": {"command": "x"}}}')
    for sources in (Sources(demo=True), Sources(configs=(client,)), Sources(urls=("https://a.example/mcp",))):
        assert load(sources).settings_file == Nowhere("These settings came from no file.")


def test_what_stands_in_the_environment_is_not_shown_with_the_file(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLSCOPE_TEST_SECRET", "hunter2")
    assert "hunter2" not in repr(opened(write("c.yaml", TEXT))[1])
