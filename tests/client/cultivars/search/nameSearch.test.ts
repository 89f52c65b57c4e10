/** Search by names, spellings and one typo. */
import { describe, expect, test } from "vitest";
import type { IndexEntry } from "../../../../client/contracts/cultivar.ts";
import { withinTypos } from "../../../../client/cultivars/search/typos.ts";
import {
  unfiltered,
  searchCatalogue,
} from "../../../../client/cultivars/search/catalogueSearch.ts";
import { seededRandom, pick } from "../../seededRandom.ts";
import { findEntries, index, otherNames, today } from "../../catalogue.ts";

const all = index.ja.cultivars;

interface Found {
  readonly ids: readonly string[];
  readonly near: boolean;
}
const searched = new Map<string, Found>();

/** Searches the catalogue; memoized, since many tests search for the same beginnings of names. */
function find(search: string): Found {
  const known = searched.get(search) ?? searchFor(search);
  searched.set(search, known);
  return known;
}

function searchFor(search: string): Found {
  const { found, near } = searchCatalogue(
    index.ja,
    { ...unfiltered, search },
    { find: findEntries, today },
  );
  return { ids: found.map(({ id }) => id), near };
}

describe("search by another spelling", () => {
  test.each([
    ["おくみどり", "okumidori"],
    ["オクミドリ", "okumidori"],
    ["ｵｸﾐﾄﾞﾘ", "okumidori"],
    ["Ｏｋｕ　Ｍｉｄｏｒｉ", "okumidori"],
    ["Oku Midori", "okumidori"],
    ["oku-midori", "okumidori"],
    ["ōiwase", "oiwase"],
    ["Oiwase", "oiwase"],
    ["ooiwase", "oiwase"],
    ["tuyuhikari", "tsuyuhikari"],
    ["huusyun", "fushun"],
    ["Fushun", "fushun"],
    ["benifuki", "benifuki"],
    ["Benifuuki", "benifuki"],
    ["ベニフウキ", "benifuki"],
    ["藪北", "yabukita"],
    ["薮北", "yabukita"],
    ["山の息吹", "yamanoibuki"],
    ["やまのいぶき", "yamanoibuki"],
    ["サンルージュ", "sun-rouge"],
    ["さんるーじゅ", "sun-rouge"],
    ["Sunrouge", "sun-rouge"],
    ["静7132", "shizu-7132"],
    ["静７１３２", "shizu-7132"],
    ["sizu7132", "shizu-7132"],
    ["まちこ", "shizu-7132"],
    ["枕崎9号", "saemidori"],
    ["枕崎９号", "saemidori"],
    ["Z-1", "z1"],
    ["mie-ryokuho-1", "mie-ryokuho-1"],
  ])("%s finds %s first", (search, id) => {
    expect(find(search)).toMatchObject({ ids: expect.arrayContaining([id]), near: false });
    expect(find(search).ids[0]).toBe(id);
  });

  test("breeding number shared by two cultivars finds both, the exact first", () => {
    expect(find("宮崎9号").ids.slice(0, 2)).toEqual(["takachiho", "minamisayaka"]);
  });

  test("part of a name finds cultivars", () => {
    expect(find("みどり").ids.length).toBeGreaterThan(15);
    expect(find("枕崎").ids).toContain("benifuki");
  });
});

describe("search with one typo", () => {
  test.each([
    ["a letter dropped", "yabkita", "yabukita"],
    ["a letter changed", "yabucita", "yabukita"],
    ["a letter added", "yabukikta", "yabukita"],
    ["two letters swapped", "yaubkita", "yabukita"],
    ["the first letter wrong", "wabukita", "yabukita"],
    ["a voicing mark forgotten", "さえみとり", "saemidori"],
    ["a kana dropped", "やぶた", "yabukita"],
    ["a kana changed", "やふきた", "yabukita"],
    ["while the name is still being typed", "yabkit", "yabukita"],
    ["in an alias", "枕埼9号", "saemidori"],
  ])("%s: %s finds %s", (_, search, id) => {
    expect(find(search)).toMatchObject({ ids: expect.arrayContaining([id]), near: true });
  });

  test.each(["yubakit", "ybkta", "やふきだ", "静0000"])(
    "two typos find nothing in a short name: %s",
    (search) => {
      expect(find(search)).toEqual({ ids: [], near: false });
    },
  );

  test.each([
    ["yubakita", "yabukita"],
    ["okamudori", "okumidori"],
    ["saimedori", "saemidori"],
    ["tsuyuhikaryou", "tsuyuhikari"],
  ])("two typos are tolerated from eight letters on: %s", (search, id) => {
    expect(find(search)).toMatchObject({ ids: expect.arrayContaining([id]), near: true });
  });

  test.each(["yubamitu", "okamuderi", "yibumite"])("three typos find nothing: %s", (search) => {
    expect(find(search)).toEqual({ ids: [], near: false });
  });

  test.each(["zab", "qe", "ぬを", "qz"])("%s is too short for typo tolerance", (search) => {
    expect(find(search)).toEqual({ ids: [], near: false });
  });

  test("exact match disables typo tolerance", () => {
    expect(find("さみどり")).toMatchObject({ near: false });
    expect(find("さみどり").ids).not.toContain("saemidori");
  });
});

describe("search for unusual text", () => {
  test.each([
    ["a NUL", "\u0000"],
    ["half a surrogate pair", "\ud83c"],
    ["an emoji", "🍵"],
    ["a family of emoji", "👨‍👩‍👧"],
    ["a pattern that matches all", ".*"],
    ["an unclosed group", "((("],
    ["an unclosed class", "[a-z"],
    ["a lone backslash", "\\"],
    ["a replacement sign", "$&"],
    ["a name of every object", "__proto__"],
    ["punctuation alone", "・ー・"],
    ["ten thousand kana", "あ".repeat(10_000)],
    ["ten thousand letters", "o".repeat(10_000)],
    ["ten thousand names", "yabukita".repeat(10_000)],
  ])("%s finds nothing and does not throw", (_, search) => {
    expect(find(search).ids).toEqual([]);
  });
});

describe("search over the whole catalogue", () => {
  const namesOf = ({ id, nameJa, nameEn }: IndexEntry) => [
    id,
    nameJa,
    nameEn,
    ...(otherNames[id] ?? []),
  ];
  const named = all.flatMap((entry) => namesOf(entry).map((name) => [entry.id, name] as const));

  const matched = new Map<string, Found>();

  /** Finds records without the counts of filters, which take longer than the search; memoized. */
  function match(search: string): Found {
    const known = matched.get(search);
    if (known) return known;
    const { found, near } = findEntries(all, search);
    const made = { ids: found.map(({ id }) => id), near };
    matched.set(search, made);
    return made;
  }

  /** Returns the searches that do not find their cultivar without typo tolerance. */
  function missed(searches: readonly (readonly [string, string])[]) {
    return searches.filter(([id, search]) => {
      const { ids, near } = match(search);
      return near || !ids.includes(id);
    });
  }

  test("every name, id and alias finds its cultivar", () => {
    expect(named.length).toBeGreaterThan(450);
    expect(missed(named)).toEqual([]);
  });

  test("every prefix of a name finds its cultivar", () => {
    const typed = named.flatMap(([id, name]) =>
      Array.from(name, (_, at) => [id, name.slice(0, at + 1)] as const),
    );

    expect(missed(typed)).toEqual([]);
  });

  test("ignores case, width, spaces and hyphens", () => {
    const random = seededRandom(2);
    const shifted = (by: number) => (sign: string) => String.fromCharCode(sign.charCodeAt(0) + by);
    const disguises: readonly ((letter: string) => string)[] = [
      (letter) => letter.toUpperCase(),
      (letter) => ` ${letter}`,
      (letter) => `${letter}-`,
      (letter) => letter.replace(/[!-~]/, shifted(0xfee0)),
      (letter) => letter.replace(/[ぁ-ゖ]/, shifted(0x60)),
      (letter) => letter.normalize("NFD"),
    ];
    const disguised = Array.from({ length: 1_000 }, () => {
      const [id, name] = pick(named, random);
      return [id, Array.from(name, (letter) => pick(disguises, random)(letter)).join("")] as const;
    });

    expect(missed(disguised)).toEqual([]);
  });

  test("tolerates one wrong kana unless it spells another name", () => {
    const random = seededRandom(3);
    const kana = [
      ..."あいうえおかきくけこさしすせそたちつてとなにのはひふほまみむめもやゆよらりるわ",
    ];
    const names = named.filter(([, name]) => /^[ぁ-ゖ]{4,}$/.test(name));
    const misspelt = Array.from({ length: 400 }, () => {
      const [id, name] = pick(names, random);
      const at = Math.floor(random() * name.length);
      const [before, from, rest] = [name.slice(0, at), name.slice(at), name.slice(at + 1)];
      const other = pick(kana, random);
      return [id, before + pick([rest, other + rest, other + from], random)] as const;
    });
    const lost = misspelt.filter(([id, search]) => {
      const { ids, near } = match(search);
      return ids.length === 0 || (near && !ids.includes(id));
    });

    expect(lost).toEqual([]);
  });

  test("withinTypos agrees with an enumeration of typos", () => {
    const random = seededRandom(4);
    const word = () => {
      const letters = Array.from({ length: Math.floor(random() * 5) });
      return letters.map(() => pick(["a", "b", "c"], random)).join("");
    };
    const pairs = Array.from({ length: 5_000 }, () => [word(), word()] as const);

    expect(pairs.filter(([a, b]) => withinTypos(a, b, 1) !== withinOneTypo(a).has(b))).toEqual([]);
  });
});

/** Returns a text and all texts that differ from it by one typo, over the letters a, b and c. */
function withinOneTypo(text: string): ReadonlySet<string> {
  const typos = new Set([text]);
  for (let at = 0; at <= text.length; at++) {
    const [before, letter, rest] = [text.slice(0, at), text[at] ?? "", text.slice(at + 1)];
    typos.add(before + rest);
    typos.add(before + (rest[0] ?? "") + letter + rest.slice(1));
    for (const other of ["a", "b", "c"]) {
      typos.add(before + other + rest);
      typos.add(before + other + letter + rest);
    }
  }
  return typos;
}
