"""Tests that the privacy policy names what the tables hold about a person."""

import pytest
import sqlalchemy as sa

import server.app  # noqa: F401 (imports the tables of all packages)
from server.database.declarative import Base
from tests.architecture.source_tree import expect_none
from tests.contracts.tables import LANGUAGES, messages

# Columns that hold a member without a foreign key, or what was computed of one.
OF_PERSONS = {"member_id", "user_id", "identity_hash"}

POSTS = ("your posts, comments, likes and photos", "投稿、コメント、いいね、写真があります")
LOGIN = ("Google tells us your name, your e-mail address", "名前、メールアドレス、")
READ = ("how far you have read them", "お知らせをどこまで読んだか")
LATELY = ("For one day after you write or edit", "一日だけ保存")
LISTS = ("words and categories that you mute or block", "ミュートまたはブロックしたメンバー、言葉")
SAVED = ("the posts that you saved with your collections", "保存した投稿とそのコレクション")
LETTERS = ("which weeks’ e-mails were sent", "どの週のメールをお送りしたか")
BARRED = ("computed with a key of this site", "このサイトの鍵を使って計算した値")
# Words of the English and Japanese policy for what each table holds.
NAMED = {
    "accounts": LOGIN,
    "appeals": ("what you write and the answer", "その内容とお返事の結果"),
    "collections": SAVED,
    "comment_mentions": POSTS,
    "comments": POSTS,
    "departed_identities": BARRED,
    "follows": ("what you follow", "フォローしているもの"),
    "idempotency_keys": LATELY,
    "letter_consents": ("the time of your agreement", "同意をいただいた日時"),
    "letters": LETTERS,
    "member_names": ("Members can be found by name", "メンバーは名前から探せます"),
    "member_relations": LISTS,
    "moderation_log": ("we record when this was done", "理由で行ったかを記録します"),
    "muted_topics": LISTS,
    "notices": POSTS,
    "notification_choices": ("which notifications you chose", "受け取るお知らせの選択"),
    "notification_group_reads": READ,
    "notification_reads": READ,
    "post_images": POSTS,
    "post_likes": POSTS,
    "post_mentions": POSTS,
    "post_notices": POSTS,
    "posts": POSTS,
    "profiles": ("What you enter yourself is your display name", "表示名、自己紹介"),
    "recent_texts": LATELY,
    "reports": ("what it is about, the reason and your note", "報告の対象、理由、補足"),
    "reset_profiles": ("we keep them unpublished for 30 days", "30日間、公開せずに保存"),
    "saved_posts": SAVED,
    "sessions": ("when you logged in and last used the site", "ログインと最後の利用の日時"),
    "suspended_identities": BARRED,
    "withheld_comments": POSTS,
    "withheld_posts": POSTS,
}


def is_about_a_person(table: sa.Table) -> bool:
    """Returns whether a table names an account or holds what was computed of one."""
    references = {key.column.table.name for key in table.foreign_keys}
    names = {column.name for column in table.columns}
    return table.name == "accounts" or "accounts" in references or bool(names & OF_PERSONS)


def test_every_table_about_a_person_is_listed() -> None:
    found = {table.name for table in Base.metadata.sorted_tables if is_about_a_person(table)}

    assert sorted(NAMED) == sorted(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_policy_names_what_each_table_holds(language: str) -> None:
    policy = "\n".join(
        text for key, text in messages(language).items() if key.startswith("privacy.")
    )

    missing = (
        f"{table}: {phrases[LANGUAGES.index(language)]}"
        for table, phrases in NAMED.items()
        if phrases[LANGUAGES.index(language)] not in policy
    )

    expect_none(missing)
