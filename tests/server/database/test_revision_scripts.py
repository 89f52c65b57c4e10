"""Revision files in tests: they are read once, and again after a change."""

import os
from pathlib import Path

from alembic.config import Config

from tests.revision_scripts import SharedScripts

REVISION = "revision = {number!r}\ndown_revision = {below!r}\n"


def config_of(folder: Path) -> Config:
    """Returns a configuration with the revisions of a folder."""
    config = Config()
    config.set_main_option("script_location", str(folder))
    config.set_main_option("version_locations", str(folder / "versions"))
    config.set_main_option("path_separator", "os")
    return config


def test_revisions_are_read_again_only_when_a_file_has_changed(tmp_path: Path) -> None:
    scripts, folder = SharedScripts(), tmp_path / "versions"
    folder.mkdir()
    first = folder / "0001_first.py"
    first.write_text(REVISION.format(number="0001", below=None))
    before = scripts.from_config(config_of(tmp_path))

    assert before.get_current_head() == "0001"
    assert scripts.from_config(config_of(tmp_path)) is before

    first.write_text(REVISION.format(number="0009", below=None))
    os.utime(first, ns=(0, 1))
    assert scripts.from_config(config_of(tmp_path)).get_current_head() == "0009"

    (folder / "0010_second.py").write_text(REVISION.format(number="0010", below="0009"))
    assert scripts.from_config(config_of(tmp_path)).get_current_head() == "0010"
