"""The doctor's storage check: stores a file, reads it back and deletes it."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.commands.doctor import check_storage
from server.errors import StartRefused
from server.media.storage.s3 import Account, S3Storage
from server.setting_groups import ObjectStoreSettings
from server.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def stored(settings: Settings, s3_account: Account) -> Settings:
    """Returns settings with a bucket of the S3 server."""
    one = s3_account
    store = ObjectStoreSettings(
        one.bucket, one.region, one.endpoint, one.access_key, one.secret_key
    )
    return replace(settings, object_store=store)


async def refusal(settings: Settings, **changed: Any) -> str:
    """Returns the message with which the check refuses the store with these changes."""
    assert settings.object_store
    store = replace(settings.object_store, **changed)
    with pytest.raises(StartRefused) as refused:
        await check_storage(replace(settings, object_store=store))
    return str(refused.value)


async def test_storage_check_passes_and_leaves_no_file_in_the_bucket(
    stored: Settings, s3_account: Account
) -> None:
    assert await check_storage(stored) == (
        f"bucket {s3_account.bucket} stored, returned and deleted a file."
    )
    assert await S3Storage(s3_account).all_names("cards") == []


async def test_storage_check_passes_and_leaves_no_file_in_the_folder(settings: Settings) -> None:
    assert "stored, returned" in await check_storage(settings)

    assert [path for path in (settings.data_dir / "media").rglob("*") if path.is_file()] == []


async def test_storage_check_names_the_setting_at_fault(stored: Settings) -> None:
    assert "check S3_BUCKET" in await refusal(stored, bucket="nobodys-bucket")
    assert "check S3_BUCKET" in await refusal(stored, bucket="No Bucket!")
    assert "check S3_ENDPOINT" in await refusal(stored, endpoint="http://127.0.0.1:1")
    assert "check S3_REGION" in await refusal(stored, region="no region")


async def test_storage_check_without_keys_names_the_access_key_setting(
    stored: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Hides the keys of the developer's environment and of the machine.
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/dev/null")
    monkeypatch.setenv("AWS_CONFIG_FILE", "/dev/null")

    assert "check S3_ACCESS_KEY_ID" in await refusal(stored, access_key=None, secret_key=None)


async def test_storage_check_refuses_a_read_only_folder(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")

    (settings.data_dir / "media").mkdir(parents=True)
    monkeypatch.setattr(Path, "replace", refuse)

    with pytest.raises(StartRefused, match="check DATA_DIR"):
        await check_storage(settings)
