/** Readings of the prefectures in kana, from north to south, for the index of searches. */
const readings =
  "ほっかいどう あおもり いわて みやぎ あきた やまがた ふくしま いばらき " +
  "とちぎ ぐんま さいたま ちば とうきょう かながわ にいがた とやま " +
  "いしかわ ふくい やまなし ながの ぎふ しずおか あいち みえ " +
  "しが きょうと おおさか ひょうご なら わかやま とっとり しまね " +
  "おかやま ひろしま やまぐち とくしま かがわ えひめ こうち ふくおか " +
  "さが ながさき くまもと おおいた みやざき かごしま おきなわ";

/**
 * Returns the kana of the prefecture with this number in the official order, which begins with 1.
 */
export function prefectureReading(order: number): string {
  return readings.split(" ")[order - 1] ?? "";
}
