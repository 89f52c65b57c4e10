"""Rules of display names and profile fields, and the defaults of empty ones."""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from server.accounts.profiles.schemas import ProfileChange, WelcomeAnswer
from server.contracts.catalogue import CULTIVARS
from server.contracts.confusables import signs_in, skeleton, spellings
from server.contracts.folded import fold_text
from server.contracts.limits import LIMITS
from server.contracts.reference import TEA_CATEGORIES
from server.contracts.routes import Language
from server.contracts.texts import is_blank, may_be_name, may_be_prose, normalise
from server.errors import Refusal

# Defined by the specification, the same in every language.
UNSET_NAME = "未設定"

# Some providers send the e-mail address as the name; it must not become public.
_ADDRESS = re.compile(r"\S@\S+\.\S")

# Names reserved for the operator, also in combination.
_RESERVED_WORDS = (
    "admin", "admins", "administrator", "administrators", "administration", "sysadmin",
    "superadmin", "superuser", "moderator", "moderators", "moderation", "mod", "mods", "staff",
    "staffs", "support", "help desk", "help center", "help centre", "customer service",
    "security team", "trust safety", "trust and safety", "site owner", "system", "official",
    "officials", "root", "webmaster", "postmaster", "hostmaster", "noreply", "operator", "chanoki",
    "админ", "адмін", "администратор", "адміністратор", "администрация", "модератор", "поддержка",
    "техподдержка", "служба поддержки", "διαχειριστής", "관리자", "운영자", "客服", "官方",
    "茶の木", "茶ノ木", "茶之木", "ちゃのき", "ちゃの木", "運営", "うんえい", "運営者",
    "運営さん", "事務局", "じむきょく", "管理者", "管理人", "かんりにん", "かんりしゃ",
    "管理人さん", "管理者さん", "管理員", "管理部", "管理チーム", "サイトオーナー", "公式",
    "こうしき", "サポート", "ヘルプデスク", "ヘルプセンター", "お客様窓口", "お客様センター",
    "スタッフ", "アドミン", "アドミニストレーター", "モデレーター", "モデレーション",
    "オフィシャル", "システム", "オペレーター", "ウェブマスター",
)  # fmt: skip
# Reserved only beside one of the names above.
_BESIDE = (
    "team", "account", "the", "of", "from", "by", "notice", "news", "info", "desk", "bot", "jp",
    "japan", "site", "service", "help", "security", "customer", "center", "centre", "member",
    "real", "super", "com", "チーム", "アカウント", "窓口", "より", "から", "です", "でございます",
    "の", "号", "局", "部", "本部", "元", "会社", "株式会社", "株", "代表", "担当", "担当者",
    "責任者", "者", "様", "係", "専用", "お知らせ", "連絡", "中の人", "日本", "サイト", "サービス",
    "ボット", "ニュース", "管理", "カスタマー", "お客様", "お客さま", "センター", "ヘルプ",
    "セキュリティ", "委員会", "事務所", "編集部", "チャンネル", "团队", "團隊", "日本茶品種図鑑",
)  # fmt: skip
# Shown in place of members who have left.
_OF_NOBODY = (
    "deleted", "deleted member", "deleted user", "deleted account", "removed member",
    "former member", "退会済み", "退会者", "退会メンバー", "退会したメンバー", "退会した会員",
    "退会済みメンバー", "退会ユーザー", "退会したユーザー", "退会済みユーザー", "元メンバー",
    "削除されたメンバー", "削除済みメンバー",
)  # fmt: skip


_LIKE_WORDS_BESIDE = frozenset(map(skeleton, _BESIDE))
_LIKE_NOBODY = frozenset(map(skeleton, _OF_NOBODY))


class ValidatedProfile(NamedTuple):
    """Profile fields in the normal form that is stored."""

    display_name: str
    language: Language
    bio: str | None
    favorite_tea_type: str | None
    favorite_tea_variety: str | None


class ValidatedWelcome(NamedTuple):
    """Answer of a new member to the welcome, as it is stored."""

    language: Language
    favorite_tea_type: str | None


@dataclass(frozen=True, slots=True)
class ReservedNames:
    """Reserved names, compared by skeletons: names of look-alike letters count as the same."""

    likes: frozenset[str]

    def has(self, name: str) -> bool:
        """Returns whether a spelling of the name is a row of reserved words.

        Words that are free alone, such as "team", may stand among them.
        """
        return any(self._has_skeleton(skeleton(one)) for one in spellings(name))

    def _has_skeleton(self, looks: str) -> bool:
        """Returns whether a skeleton is that of a name in _OF_NOBODY, or a row of reserved words.

        Words of _BESIDE may stand among the reserved ones. `ends` has the indexes at which such a
        row of words from the beginning can end.
        """
        if looks in _LIKE_NOBODY:
            return True
        words, ends = self.likes | _LIKE_WORDS_BESIDE, {0}
        for start in range(len(looks)):
            if start in ends:
                ends |= {start + len(word) for word in words if looks.startswith(word, start)}
        return len(looks) in ends and any(word in looks for word in self.likes)


def reserved_names(*site_names: str) -> ReservedNames:
    """Returns the reserved names including the site's own; names without letters are left out."""
    return ReservedNames(frozenset(filter(None, map(skeleton, (*_RESERVED_WORDS, *site_names)))))


RESERVED_NAMES = reserved_names()


def checked_profile(
    change: ProfileChange, reserved: ReservedNames = RESERVED_NAMES
) -> ValidatedProfile:
    """Returns the changed profile in normal form; raises Refusal 422 for an invalid field."""
    return ValidatedProfile(
        display_name=checked_name(change.display_name, reserved),
        language=change.language,
        bio=_checked_bio(change.bio or ""),
        favorite_tea_type=_checked_tea_type(change.favorite_tea_type),
        favorite_tea_variety=_require_known(
            change.favorite_tea_variety, CULTIVARS, "profileEdit.errors.unknownCultivar"
        ),
    )


def checked_welcome(answer: WelcomeAnswer) -> ValidatedWelcome:
    """Returns the welcome's answer for storing; raises Refusal 422 for an unknown tea type."""
    return ValidatedWelcome(answer.language, _checked_tea_type(answer.favorite_tea_type))


def checked_name(text: str, reserved: ReservedNames = RESERVED_NAMES) -> str:
    """Returns the normalized name.

    Raises Refusal 422 for blank, long and reserved names, and for forbidden characters.
    """
    name = normalise(text)
    if is_blank(name):
        raise Refusal("profileEdit.errors.displayNameRequired", 422)
    if len(name) > LIMITS.display_name_characters:
        most = LIMITS.display_name_characters
        raise Refusal("profileEdit.errors.displayNameTooLong", 422, params={"most": most})
    if not may_be_name(name):
        raise Refusal("profileEdit.errors.displayNameNotAllowed", 422)
    if reserved.has(name):
        raise Refusal("profileEdit.errors.displayNameReserved", 422)
    return name


def check_not_reset(
    profile: ValidatedProfile, texts: Iterable[tuple[str | None, str | None]]
) -> None:
    """Raises Refusal 422 for a name or bio that moderators have reset.

    `texts` are the names and bios that were reset.
    """
    for name, bio in texts:
        if name and _looks_like(profile.display_name, name):
            raise Refusal("profileEdit.errors.displayNameReset", 422)
        if bio and profile.bio and fold_text(bio) == fold_text(profile.bio):
            raise Refusal("profileEdit.errors.bioReset", 422)


def _looks_like(name: str, reset: str) -> bool:
    """Returns whether a name looks like one that was reset and still has all of its signs.

    Skeletons ignore signs, which may be what the name was reset for.
    """
    return skeleton(name) == skeleton(reset) and signs_in(reset) <= signs_in(name)


def acceptable_name(text: str | None, reserved: ReservedNames = RESERVED_NAMES) -> str | None:
    """Returns the provider's name cut to length.

    None if it contains an e-mail address, or if the profile's form would refuse it.
    """
    if _ADDRESS.search(text or ""):
        return None
    try:
        cut = normalise(normalise(text or "")[: LIMITS.display_name_characters])
        return checked_name(cut, reserved)
    except Refusal:
        return None


def own_name(*, chosen: str | None, email: str | None) -> str:
    """Returns the name on the member's own pages: chosen, else from the e-mail, else "unset"."""
    return chosen or email_prefix(email) or UNSET_NAME


def first_name(*, full: str | None, email: str | None) -> str:
    """Returns the name of a member without a profile: full, else from the e-mail, else "unset"."""
    return full or email_prefix(email) or UNSET_NAME


def public_name(chosen: str | None) -> str:
    """Returns the name that others see; it never falls back to the e-mail address."""
    return chosen or UNSET_NAME


def email_prefix(email: str | None) -> str | None:
    """Returns the part before the @; None if it is no acceptable name."""
    return acceptable_name(email.partition("@")[0]) if email else None


def _checked_tea_type(chosen: str | None) -> str | None:
    return _require_known(chosen, TEA_CATEGORIES, "profileEdit.errors.unknownTeaType")


def _checked_bio(text: str) -> str | None:
    """Returns a normalized bio, or None if it is blank; raises Refusal 422 for an invalid one."""
    bio = normalise(text)
    if is_blank(bio):
        return None
    if len(bio) > LIMITS.bio_characters:
        most = LIMITS.bio_characters
        raise Refusal("profileEdit.errors.bioTooLong", 422, params={"most": most})
    if not may_be_prose(bio):
        raise Refusal("profileEdit.errors.bioNotAllowed", 422)
    return bio


def _require_known(chosen: str | None, table: Container[str], code: str) -> str | None:
    """Returns a choice that the table has, None for an empty one; raises Refusal 422 for others."""
    if not chosen:
        return None
    if chosen not in table:
        raise Refusal(code, 422)
    return chosen
