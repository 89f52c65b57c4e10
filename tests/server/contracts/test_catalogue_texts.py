"""Texts of the records: names in both languages, frost, areas, registrations, sentence endings."""

import re
from collections.abc import Iterator

import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.cultivar import Cultivar

# Places and persons: patterns of their names in English texts and in Japanese ones.
NAMES = {
    "Assam": "アッサム",
    "Caucasus": "コーカサス",
    "Chin(a|ese)": "中国",
    "Darjeeling": "ダージリン",
    "Hubei": "湖北",
    "Indian?": "インド|印度|印雑系",
    "Manipur": "マニプール",
    "North Africa": "北アフリカ",
    "Fujieda": "藤枝",
    "Fukuoka": "福岡",
    "Fukuroi": "袋井",
    "Haibara": "榛原",
    "Honyama": "本山",
    "Hoshino": "星野",
    "Ibaraki": "茨城",
    "Kagoshima": "鹿児島",
    "Kanaya": "金谷",
    "Kanto": "関東",
    "Kochi": "高知",
    "Kyoto": "京都",
    "Makurazaki": "枕崎",
    "Mie": "三重",
    "Miyazaki": "宮崎",
    "Nakakawane": "中川根",
    "Nara": "奈良",
    "Nishigahara": "西ヶ原",
    "Nishinoomote": "西之表",
    "Odai": "大台",
    "Ogura": "小倉",
    "Oi river": "大井川",
    "Okunoyama": "奥ノ山|奥の山",
    "Saitama": "埼玉",
    "Shimada": "島田",
    "Shimizu": "清水",
    "Shizuoka": "静岡",
    "Susono": "裾野",
    "Tanegashima": "種子島",
    "Tawaramine": "俵峰",
    "Tokyo": "東京",
    "Toyooka": "豊岡",
    "Uji": "宇治",
    "Yamazoe": "山添",
    "Yame": "八女",
    "Yokooka": "横岡",
    "Hirano Jinnojo": "平野甚之丞",
    "Horii Nobuo": "堀井信夫",
    "Inaguchi Katsutoshi": "稲口勝利",
    "Koyama Masajiro": "小山政次郎",
    "Kurita Seiichi": "栗田誠一",
    "Matsumoto Nakakichi": "マツモトナカキチ",
    "Matsushita Eiichi": "松下栄市",
    "Mizuno Shonan": "水野昭南",
    "Muramatsu": "村松穂一",
    "Sato Mitsuteru": "佐藤光輝",
    "Sugiyama Hikosaburo": "杉山彦三郎",
    "Tada": "多田",
    "Takahashi Tatsuji": "高橋達次",
    "Takeuchi Kiyomi": "竹内清美",
    "Terakawa Toshio": "寺川俊男",
    "Uejima Chikashi": "上嶋親",
    "Yamamori Miyoshi": "山森美好",
    "Yamamori Risao": "山森理佐雄",
    "Yamazaki Yuji": "山崎裕司",
}
# Records about which a source mentions late frost.
WITH_FROST = {"asatsuyu", "hatsumidori", "kanaya-ibuki", "saemidori", "yamatomidori"}
AREA = re.compile(r"面積|ヘクタールに植|by area|tea area|hectares|most planted|planted more widely")
PRESENT = re.compile(r"\b(now|today|nowadays|currently|these days)\b|今[はでも日]|現在")
# Their texts name a small area or a whole period, which needs no year.
WITHOUT_YEAR = {"asahi", "hatsumomiji"}
# No text may say this: that no entry was found does not mean that there is none.
SAYS_UNREGISTERED = re.compile(
    r"未登録|登録なし|登録[はをも]?(?:受けて|されて)(?:いません|いない|おらず|おりません)"
    r"|(?:never|not|is|been) (?:been )?(?:un)?registered\b|[Uu]nregistered|no registration[,.]"
    r"|\b(?:no|nor an?|neither an?) (?:plant )?variety right\b"
)
# Japanese particles, after which a name with the same first character is hard to read.
PARTICLES = "はがのともにをでやかへ"
# At most one text in six ends a sentence with 品種です.
ENDINGS_SHARE = 6


def named_in_one_language(ja: str, en: str) -> Iterator[str]:
    """Yields the places and persons that only one of the texts names; skips names of records."""
    for cultivar in CULTIVARS.values():
        if cultivar.kind in {"population", "line"}:
            continue
        if not cultivar.name_en.isalpha():
            en = en.replace(cultivar.name_en, "")
        ja = ja.replace(cultivar.name_ja, "") if cultivar.name_ja != "奥の山" else ja
    for english, japanese in NAMES.items():
        if bool(re.search(rf"\b({english})\b", en)) != bool(re.search(japanese, ja)):
            yield english


def undated(text: str, words: re.Pattern[str]) -> list[str]:
    """Returns the parts of sentences that have one of the words and give no year."""
    parts = re.split(r"(?<=。)|(?<=[.;])\s", text)
    return [one for one in parts if words.search(one) and not re.search(r"\d{4}", one)]


@pytest.mark.parametrize("id", CULTIVARS)
def test_text_names_the_same_places_and_persons_in_both_languages(id: str) -> None:
    cultivar = CULTIVARS[id]

    assert list(named_in_one_language(cultivar.description, cultivar.description_en)) == []


@pytest.mark.parametrize(
    ("ja", "en", "missing"),
    [
        ("静岡県の在来茶園から選ばれました。", "Found at Yokooka in Shizuoka.", "Yokooka"),
        ("静岡県金谷で育成されました。", "Bred in Shizuoka.", "Kanaya"),
        ("杉山が選びました。", "Sugiyama Hikosaburo selected it.", "Sugiyama Hikosaburo"),
    ],
)
def test_name_that_one_language_lacks_is_found(ja: str, en: str, missing: str) -> None:
    assert list(named_in_one_language(ja, en)) == [missing]


def test_frost_is_mentioned_only_where_a_source_speaks_of_it() -> None:
    found = {id for id, cultivar in CULTIVARS.items() if re.search(r"霜|frost", _prose(cultivar))}

    assert found == WITH_FROST


@pytest.mark.parametrize("id", CULTIVARS)
def test_area_and_word_for_the_present_have_their_year(id: str) -> None:
    cultivar = CULTIVARS[id]

    for text in (cultivar.description, cultivar.description_en):
        assert undated(text, PRESENT) == []
        assert id in WITHOUT_YEAR or undated(text, AREA) == []


def test_area_without_a_year_is_found() -> None:
    assert undated("ゆたかみどりの栽培面積は国内2位です。", AREA) != []
    assert undated("It comes second by area. It was named in 1966.", AREA) != []


def test_word_for_the_present_without_a_year_is_found() -> None:
    assert undated("今では紅茶になります。", PRESENT) != []
    assert undated("Grown up to 1965; today it is rare.", PRESENT) == ["today it is rare."]


@pytest.mark.parametrize("id", CULTIVARS)
def test_breeder_of_two_parts_names_both_in_both_languages(id: str) -> None:
    breeder = CULTIVARS[id].breeder

    if ";" in (breeder.en or ""):
        assert re.search(r"[・（]", breeder.ja or "")


def test_no_text_says_that_a_record_was_never_registered() -> None:
    unregistered = {id: one for id, one in CULTIVARS.items() if one.registration.system != "norin"}

    assert [id for id, one in unregistered.items() if SAYS_UNREGISTERED.search(_prose(one))] == []


@pytest.mark.parametrize(
    "text",
    [
        "登録は受けていません。",
        "登録はされていません。",
        "It was never registered.",
        "It is unregistered.",
        "国の番号も品種登録も受けていません。",
        "It has neither a national number nor a variety right.",
    ],
)
def test_statement_that_nothing_was_registered_is_found(text: str) -> None:
    assert SAYS_UNREGISTERED.search(text)


def test_few_sentences_end_in_the_same_words() -> None:
    counts = [cultivar.description.count("品種です。") for cultivar in CULTIVARS.values()]

    assert max(counts) == 1
    assert sum(counts) * ENDINGS_SHARE <= len(counts)


def run_together(text: str) -> list[str]:
    """Returns the record names that follow a particle equal to their first character."""
    names = {cultivar.name_ja for cultivar in CULTIVARS.values()}
    return [name for name in names if name[0] in PARTICLES and name[0] + name in text]


@pytest.mark.parametrize("id", CULTIVARS)
def test_particle_and_name_do_not_run_together(id: str) -> None:
    assert run_together(_prose(CULTIVARS[id])) == []


def test_particle_that_runs_into_a_name_is_found() -> None:
    assert run_together("摘採期ははつもみじより遅い") == ["はつもみじ"]
    assert run_together("摘採期は、はつもみじより遅い") == []


def _prose(cultivar: Cultivar) -> str:
    """Returns all texts of a record in both languages."""
    lists = (*cultivar.characteristics, *cultivar.characteristics_en)
    epithets = (cultivar.epithet, cultivar.epithet_en)
    return " ".join((cultivar.description, cultivar.description_en, *epithets, *lists))
