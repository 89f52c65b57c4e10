/** A reading stands over the kanji that it reads, and over nothing that reads itself. */
import { describe, expect, test } from "vitest";
import { rubyOf } from "../../../../client/cultivars/catalogue/ruby.ts";
import { catalogue } from "../pedigree/catalogue.ts";
import { ids, viewIn } from "../../catalogue.ts";

/** Each run with its reading behind it, in brackets. */
function written(name: string, kana: string): string {
  const parts = rubyOf(name, kana);
  return parts
    .map(({ text, reading }) => (reading === null ? text : `${text}(${reading})`))
    .join("");
}

describe("a name", () => {
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
  ])("%s is written %s", (name, kana, text) => {
    expect(written(name, kana)).toBe(text);
  });

  test("whose reading cannot be divided has it over the whole", () => {
    expect(written("山の息吹", "まったくべつ")).toBe("山の息吹(まったくべつ)");
  });

  test("with signs of a pattern in it is read as it stands", () => {
    expect(written("緑(1)*", "みどり(1)*")).toBe("緑(みどり)(1)*");
  });
});

describe("every name of the catalogue", () => {
  const parts = ids.map((id) => [id, viewIn("ja", id).ruby] as const);

  test("is there whole", () => {
    const broken = parts.filter(
      ([id, ruby]) => ruby.map(({ text }) => text).join("") !== viewIn("ja", id).nameJa,
    );

    expect(broken).toEqual([]);
    expect(parts).toHaveLength(Object.keys(catalogue).length);
  });

  test("has a reading over each kanji, and over kanji alone", () => {
    const odd = parts.flatMap(([, ruby]) =>
      ruby.filter(({ text, reading }) => /\p{Script=Han}/u.test(text) !== (reading !== null)),
    );

    expect(odd).toEqual([]);
  });
});
