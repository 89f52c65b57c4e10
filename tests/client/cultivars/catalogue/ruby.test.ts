/** Ruby of names: readings over kanji. */
import { describe, expect, test } from "vitest";
import { rubyOf } from "../../../../client/cultivars/catalogue/ruby.ts";
import { catalogue } from "../pedigree/catalogue.ts";
import { ids, viewIn } from "../../catalogue.ts";

/** Returns a name as text, each run followed by its reading in brackets. */
function withReadings(name: string, kana: string): string {
  const parts = rubyOf(name, kana);
  return parts
    .map(({ text, reading }) => (reading === null ? text : `${text}(${reading})`))
    .join("");
}

describe("ruby", () => {
  test.each([
    ["さえみどり", "さえみどり", "さえみどり"],
    ["星野緑", "ほしのみどり", "星野緑(ほしのみどり)"],
    ["山の息吹", "やまのいぶき", "山(やま)の息吹(いぶき)"],
    ["きら香", "きらか", "きら香(か)"],
    ["さとう早生", "さとうわせ", "さとう早生(わせ)"],
    ["静印雑131", "しずいんざつ131", "静印雑(しずいんざつ)131"],
    ["京研283号", "きょうけん283ごう", "京研(きょうけん)283号(ごう)"],
    ["サンルージュ", "さんるーじゅ", "サンルージュ"],
    ["Z1", "Z1", "Z1"],
  ])("of %s is %s", (name, kana, text) => {
    expect(withReadings(name, kana)).toBe(text);
  });

  test("covers the whole name when the reading cannot be divided", () => {
    expect(withReadings("山の息吹", "まったくべつ")).toBe("山の息吹(まったくべつ)");
  });

  test("treats regular expression characters as text", () => {
    expect(withReadings("緑(1)*", "みどり(1)*")).toBe("緑(みどり)(1)*");
  });
});

describe("ruby of every catalogue name", () => {
  const parts = ids.map((id) => [id, viewIn("ja", id).ruby] as const);

  test("contains the whole name", () => {
    const broken = parts.filter(
      ([id, ruby]) => ruby.map(({ text }) => text).join("") !== viewIn("ja", id).nameJa,
    );

    expect(broken).toEqual([]);
    expect(parts).toHaveLength(Object.keys(catalogue).length);
  });

  test("has readings over kanji only", () => {
    const odd = parts.flatMap(([, ruby]) =>
      ruby.filter(({ text, reading }) => /\p{Script=Han}/u.test(text) !== (reading !== null)),
    );

    expect(odd).toEqual([]);
  });
});
