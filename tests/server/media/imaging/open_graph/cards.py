"""Share cards for tests: of the catalogue, of pages, and of posts with hostile texts."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import LANGUAGES, ROUTES, Language
from server.discovery.cards.card_texts import (
    CultivarFacts,
    MemberFacts,
    PostFacts,
    cultivar_card,
    member_card,
    page_card,
    post_card,
)
from server.discovery.cards.comparison_card import comparison_card
from server.media.imaging.open_graph.card_data import (
    AnyCard,
    CultivarCard,
    Fact,
    SiteName,
    StoredImage,
)

ROOT = Path(__file__).resolve().parents[5]
FACES = ROOT / "node_modules" / "@expo-google-fonts"
SITE = SiteName(en="Chanoki", ja="茶の木")
PICTURE = StoredImage("post-images", "0b1c-hana/post.jpg", "1")

HOSTILE = (
    "W" * 300,
    "🍵" * 300,
    "あ" * 300,
    "Donaudampfschifffahrtselektrizitäten" * 9,
    "「" * 60 + "」" * 60,
    "、" * 300,
    "a\u0300\u0301\u0302\u0303\u0304" * 50,
    "\u202eevil txet\u202c \u200b\u200d zero",
    "https://example.com/" + "a-very-long-path/" * 12,
    "漢" * 40 + " " + "word " * 30,
    "line\n" * 60,
    "𝓗𝓮𝓵𝓵𝓸 ｗｉｄｅ ㍿ ① ½ 👨‍👩‍👧‍👦 done",
    "مرحبا بالعالم",
    "ﾊﾝｶｸｶﾀｶﾅのお茶",
    "!!!" * 100,
    "ー" * 100,
    "<script>alert(1)</script>&amp;\"'",
    "ế ộ ữ Việt Nam trà xanh",
    "i" * 300,
    "",
    " \u3000\t\r\n\x00\x1b[31m\ufeff\ud7ff",
    "\U000e0041\U0010fffd\ue000ŉ",
)


def records(language: Language) -> dict[str, CultivarFacts]:
    """Returns the facts of every cultivar in this language from the built catalogue."""
    path = ROOT / "build" / "catalogue" / f"{language}.json"
    views = msgspec.json.decode(path.read_bytes(), type=dict[str, msgspec.Raw])["cultivars"]
    return msgspec.json.decode(views, type=dict[str, CultivarFacts])


def cultivar_cards() -> Iterator[AnyCard]:
    """Yields the card of every cultivar in each language."""
    for language in LANGUAGES:
        for facts in records(language).values():
            yield cultivar_card(facts, language, SITE).card


def longest_names(count: int) -> list[AnyCard]:
    """Returns the `count` cultivar cards with the widest names."""

    def length(card: AnyCard) -> int:
        assert isinstance(card, CultivarCard)
        return max(2 * sum(len(part.text) for part in card.name), len(card.romaji))

    return sorted(cultivar_cards(), key=length, reverse=True)[:count]


def page_cards() -> Iterator[AnyCard]:
    """Yields the card of every page without parameters in each language."""
    for language in LANGUAGES:
        for route in ROUTES.values():
            if not route.record.params:
                yield page_card(route, language, SITE).card


def comparison_cards() -> Iterator[AnyCard]:
    """Yields cards of comparisons in each language: of the first two records, and of wide names."""
    wide = ("cha-chukanbohon-no-6", "sun-rouge", "23f1-107", "minamisayaka")
    for language in LANGUAGES:
        for ids in (tuple(CULTIVARS)[:2], wide):
            described = comparison_card(ids, language, SITE)
            assert described is not None
            yield described.card


def post(text: str, language: Language = "ja", **options: object) -> AnyCard:
    """Returns the card of a post with this text; `options` are author, title and picture."""
    upright = "お茶の感想"
    facts = PostFacts(
        author=str(options.get("author", "Hana")),
        category=upright if language == "ja" else "Tea review",
        upright=upright,
        title=str(options.get("title", "")),
        text=text,
        picture=PICTURE if options.get("picture") else None,
    )
    return post_card(facts, language, SITE).card


def member(name: str, bio: str, language: Language = "ja", count: str = "128") -> AnyCard:
    """Returns the card of a member whose three counts are all `count`."""
    counts = (Fact("投稿", count), Fact("受け取ったいいね", count), Fact("コメント", count))
    return member_card(MemberFacts(name, bio, counts), language, SITE).card
