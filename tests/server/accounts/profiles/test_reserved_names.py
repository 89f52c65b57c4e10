"""Names that imitate the operator's are refused, honest names that resemble those are not."""

import pytest

from server.accounts.profiles.rules import checked_name
from server.errors import Refusal

# Imitations by imitated name; two spaces separate the spellings.
IMITATIONS = """
admin  ADMIN  Admin.  ad-min  a.d.m.i.n  @dmin  4dmin  adm1n  adrnin  aclmin  AdmIn  ADM!N
admin1
аdmin  аdmіn  admіn  αdmin  αdmιn  ΑDMIN  ADΜΙΝ  aԁmin  ɑdmin  ɐdmin  ａｄｍｉｎ
ＡＤＭＩＮ  𝐚𝐝𝐦𝐢𝐧  𝓪𝓭𝓶𝓲𝓷  𝕒𝕕𝕞𝕚𝕟
ᴀᴅᴍɪɴ  🅰🅳🅼🅸🅽  🅐🅓🅜🅘🅝  Ⓐⓓⓜⓘⓝ  🇦🇩🇲🇮🇳  ꓮꓓꓟꓲꓠ  ᎪᎠᎷᏆɴ  aꓒmin  ádmin  ąđmin  adɱin
adⅿin  admiո  admiռ
administrator  аdministrаtor  Adm1nistrat0r  administratог  ａdministrator
administrator☆  администратор  АДМИН
moderator  mоderаtоr  mσderatoг  m0derat0r  rnoderator  Moderator2  ⓜⓞⓓⓔⓡⓐⓣⓞⓡ
модератор
staff  ѕtaff  stαff  staﬀ  ѕtaꬵꬵ  s.t.a.f.f  5taff  $taff  STAFF★  Staff Team  ｓｔａｆｆ
st@ff  staſſ
support  ѕupport  suррort  suᑭᑭort  support  5upport  suppоrt  Support Team
ｓｕｐｐｏｒｔ  sսpport  supporτ
system  ѕуѕtеm  sуstem  sy5tem  ｓｙｓｔｅｍ  SYSTEM 1  system bot  system administrator
ṡystem
official  οfficial  оfficial  0fficial  ofﬁcial  officiаl  OFFICIAL✓  оfﬁсіаl
root  rооt  r00t  гoot  ROOT  ｒｏｏｔ  rοοt
Chanoki  chan0ki  Сhanoki  chanօki  сhanoki  ⲥhanoki  chanokі  Ｃｈａｎｏｋｉ  chanoкi
Chаnοki  chaոoki  ϲhanoki  Ϲhanoki
CHANOΚI  ⒸⒽⒶⓃⓄⓀⒾ  ChanokI  chanok1  chɑnoki  cհanoki  chanoki.  C h a n o k i
chаոօkі  ℭ𝔥𝔞𝔫𝔬𝔨𝔦
Chanoki公式  Chanoki 運営  Chanoki Support  chanoki ᴀᴅᴍɪɴ  Chanoki Team  Team Chanoki
Chanoki Japan  Chanoki JP
The Chanoki Team  Chanoki News  Chanoki Site  Chanoki事務局  Chanokiサポート窓口
Chanokiからのお知らせ  Chanoki 1
茶の木  茶ノ木  茶之木  茶 の 木  茶の木 公式アカウント  茶の木運営  茶の木・事務局
茶の木から  茶の木より  茶の木公式  茶の⽊
ちゃのき  チャノキ  ﾁｬﾉｷ  ちゃの木  チャノキ公式
運営  運 営  運・営  運営より  運営から  運営です  運営2号  運営①  ①運営  運営者  運営さん
運営様  運営チーム  運営スタッフ
運営からのお知らせ  運営本部  運営局  運営担当  運営会社  運營  运营  うんえい  ウンエイ
ｳﾝｴｲ  【運営】  ★運営★  運営公式  運営の中の人
管理人  ①管理人  管理人1  管理人です  管理者  管理者より  かんりにん  カンリニン  管理員
Ⓐ管理人  ⑴管理人  管理人さん  管理人②
公式  公式アカウント  公式サイト  公式bot  こうしき  【公式】  公式サポート  公 式  公式☑
官方  公式です
サポート  サポ一ト  サポ―ト  サポ－ト  さぽーと  ｻﾎﾟｰﾄ  サポート窓口  サポート担当
サポート係  サホート
スタッフ  スタツフ  すたっふ  ｽﾀｯﾌ  ス夕ッフ  スタッフより  スタッフ①
アドミン  アド三ン  あどみん  ｱﾄﾞﾐﾝ  モデレーター  モデレ一タ一  モデレ―タ―  モテレーター
オフィシャル  オフイシャル
事務局  事務局より  事務局です  じむきょく  システム  システム管理者  ウェブマスター
退会したメンバー  退会したメンバ―  退会したメンバ一  退会したメンバ－  退会したメンバ
退会したﾒﾝﾊﾞｰ  退会したメンハー  退会した メンバー
deleted member  Deleted Member  DELETED MEMBER  de1eted member  dеleted mеmber
deleted rnember  deIeted member  deleted-member
Admins  Administrators  Administration  Moderators  Moderation  Moderation Team  Mod  Mods
Sysadmin  sys admin  Superuser  superadmin  Super Admin  Site Owner  Help Desk  Help Center
Customer Support  Customer Service  Security Team  Trust & Safety  Officials  Staff Member
real admin  postmaster  hostmaster  no-reply  chanoki.com  the real Chanoki  Chanoki Help
Chanoki Security  Chanoki Moderation
admiп  адмін  адміністратор  Администрация  Техподдержка  служба поддержки
διαχειριστής  관리자  운영자  管理员  客服  官方客服  運營團隊
運宮  運営委員会  運営事務所  運営者様  運営でございます  菅理人  管埋人  管理入  サイトオーナー
管理部  管理チーム  管理スタッフ  管理事務局  かんりしゃ  カンリシャ
カスタマーサポート  お客様サポート  お客さまサポート  サポートセンター  さぽーとせんたー
ヘルプデスク  アドミニストレーター  アドミニストレータ  モデレーション
公式チャンネル  茶の木編集部  茶の木カスタマーサポート  株式会社茶の木  (株)茶の木  茶の朩  荼の木
茶の木 日本茶品種図鑑
|運営|  茶の木|運営  Chanoki|Admin  Chanoki ｜ Support  Admin|  運営|公式  茶の木⎮運営  ‖運営‖
ǀ運営ǀ  丨運営丨  |運営!  @運営  運営!?  $taff|  |ADM!N|  |運営2|
退会済み  退会者  退会ユーザー  退会したユーザー  退会メンバー  元メンバー  削除されたメンバー
Deleted  [deleted]  Deleted user  Deleted account  Removed member  Former member
"""
HONEST = """
Adminton  Stafford  Chanoki fan  Team  Adamina  Adam  Madmin Tea  Rooty  Rootsman  Systemic
Supportive  Chano
Chanel Oki  Roota  Roots & Leaves  Tea Staffer  Officiant  The Tea Table  Teamaker  Operatic
Newsom  Moda  Moderate drinker
Hana  Alex  Maya  Emma  Olivia  Noah  Liam  William  Sophia  Isabella  Mia  Amelia  Harper
Evelyn  Lily  Bill  Illya  Ilse
Anna-Marie  O'Brien-Smith  José  Zoë  Renée  François  Søren  Åsa  Łukasz  Žofie  Ñandú
Müller  Weiß  Đặng  Nguyễn Thị
Алексей  Ольга  Наталья  Михаил  Ирина  Татьяна
Дмитрий  Чайник  Світлана  Николай  Админова
Зелёный чай
Αλέξανδρος  Μαρία  Νίκος  Ελένη  Γιώργος  Σοφία  Κώστας
Αθηνά  Τσάι
Արմեն  Անահիտ  Հայկ  Նարե  Տիգրան  Լուսինե  თამარ  გიორგი
مريم  محمد  فاطمة  דוד  שרה  अनिता  राहुल  สมชาย  김민수  박지은  이서연  王小明  李娜  陈静
張偉  林美玲
佐藤  鈴木  高橋  田中  伊藤  渡辺  山本  中村  小林  加藤  吉田  山田  佐々木  松本  井上
木村  林  清水  斎藤  木口一夫
一二三  二口  八木  工藤  夕子  力  千夏  三木  土井  士郎  公子  公一  公平  式子
正式に茶好き  運太郎  運営太郎  営業マン
管理栄養士  管理人の猫  元管理人見習い  家の管理  茶の木さん  茶の木の下で  茶の木を植える人
茶の花  茶の葉  茶畑 はな  お茶の木村
ちゃのみ  ちゃきん  チャノミ  ちゃのきっこ  お茶のこ  公式戦見る人  非公式ファン  公園
サポーター  サポート犬ぽち  スタンプ  スタバ好き
システム手帳派  システムエンジニア見習い  メンバー  メンバー募集  会員  会員番号7
退会しません  退職したメンバー  新メンバー
さくら  ひなた  あおい  ゆい  みお  そら  はると  ゆうと  そうた  れん  こうき  こうすけ
うんたろう  じむ  かんな  かんり
やぶきた  さえみどり  つゆひかり  おくみどり  あさつゆ  ごこう  べにふうき  ゆたかみどり
さやまかおり  かなやみどり
静岡茶  宇治の人  八女っ子  知覧茶  嬉野  狭山  煎茶道  抹茶好き  ほうじ茶  玉露  急須集め
茶杓  湯のみ  茶柱  茶々  お茶子
アカウント  チーム  ニュース  日本  日本茶  Japan  JP  Tokyo  The  Bot  Info  News Tea
日本茶アカウント  代表  担当  係
🇯🇵  👩‍🌾  🍵  👍🏽 tea  ❤️ 茶  1️⃣  12345  2026  007  Ⅳ世  Tea4two  m  rn  cl  O  I
Modern Tea  Modesty  Modi  Help  Customer  Member  Real Tea  Owner of a kyusu  Comet
管理栄養学部  菅  菅原  菅野  宮本  二宮  入江  埼玉の客  元気  お客  お客さん  様子見  茶団
茶|はな|茶  @hana  Yes! Tea  茶の木|はな
茶の本  茶のみ友達  ヘルプ  センター  編集者  委員長  者  様  管理  株
退会後に戻りました  削除魔  ソフィア  Софья  Павел  Полина  Пётр  Поддубный
"""


def _names(table: str) -> list[str]:
    return [name for line in table.strip().splitlines() for name in line.split("  ")]


def _is_refused(name: str) -> bool:
    """Returns whether a name is refused as reserved for the operator."""
    try:
        checked_name(name)
    except Refusal as refused:
        return refused.code == "profileEdit.errors.displayNameReserved"
    return False


def test_at_least_200_names_of_each_kind_are_compared() -> None:
    assert len(set(_names(IMITATIONS))) >= 200
    assert len(set(_names(HONEST))) >= 200


@pytest.mark.parametrize("name", _names(IMITATIONS))
def test_name_that_imitates_the_operator_is_refused(name: str) -> None:
    assert _is_refused(name)


@pytest.mark.parametrize("name", _names(HONEST))
def test_honest_name_is_accepted(name: str) -> None:
    checked_name(name)
