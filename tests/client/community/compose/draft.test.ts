/** Post draft: fields of a category, validation and payload. */
import { describe, expect, test } from "vitest";
import {
  contentProblem,
  type Draft,
  draftOf,
  emptiedFields,
  emptyDraft,
  inCategory,
  isBlank,
  isSame,
  isValid,
  priceOf,
  priceProblem,
  textProblem,
} from "../../../../client/community/compose/draft.ts";
import { equalsStored, payloadOf } from "../../../../client/community/compose/payload.ts";
import { offeredCategories, postFields } from "../../../../client/contracts/postCategories.ts";
import { anImage, aPost } from "../posts.ts";

const full: Draft = {
  category: "review",
  content: "新茶を淹れました。",
  title: "初摘み",
  tea_type: "sencha",
  prefecture: "kyoto",
  tea_variety: "saemidori",
  rating: 4,
  price_yen: "1080",
  shop_name: "茶舗",
  harvest_period: "一番茶",
  processing_method: "深蒸し",
};

/** Returns the fields that are filled. */
const filledFields = (draft: Draft) =>
  postFields.filter((field) => draft[field] !== "" && draft[field] !== null);

describe("draft in another category", () => {
  test.each([
    ["review", [...postFields]],
    ["shop", ["title", "tea_type", "rating", "price_yen", "shop_name"]],
    ["region-info", ["title", "prefecture", "harvest_period", "processing_method"]],
    ["question", ["title"]],
    ["teaware", ["title"]],
    ["culture", ["title"]],
  ] as const)("%s keeps its fields and the text", (category, fields) => {
    const draft = inCategory(full, category);

    expect(filledFields(draft)).toEqual(fields);
    expect(draft.content).toBe(full.content);
    expect(draft.category).toBe(category);
  });

  test.each(["shop", "region-info", "question"] as const)(
    "stays reduced after changing back from %s",
    (category) => {
      const back = inCategory(inCategory(full, category), "review");

      expect(filledFields(back)).toEqual(filledFields(inCategory(full, category)));
    },
  );

  test("lists only cleared fields that had a value", () => {
    const draft = { ...emptyDraft("review"), prefecture: "uji", rating: 3, shop_name: " " };

    expect(emptiedFields(draft, inCategory(draft, "question"))).toEqual(["prefecture", "rating"]);
    expect(emptiedFields(draft, inCategory(draft, "shop"))).toEqual(["prefecture"]);
  });
});

describe("draft", () => {
  test.each(offeredCategories)("with only the category %s is blank", (category) => {
    expect(isBlank(emptyDraft(category))).toBe(true);
  });

  test.each([{ content: "a" }, { title: "a" }, { rating: 1 }, { tea_type: "sencha" }])(
    "with %j is not blank",
    (part) => {
      expect(isBlank({ ...emptyDraft("review"), ...part })).toBe(false);
    },
  );

  test("with only white space is blank", () => {
    expect(isBlank({ ...emptyDraft("review"), content: " \n　", title: " " })).toBe(true);
  });

  test("of a stored post equals that post", () => {
    const post = aPost({ price_yen: 1080, title: "a", harvest_period: "b" });

    const draft = draftOf(post, "review");

    expect(draft).toMatchObject({
      content: post.content,
      price_yen: "1080",
      rating: 4,
      title: "a",
    });
    expect(equalsStored(post, payloadOf(draft, []))).toBe(true);
  });

  test("of a post with only text has empty fields", () => {
    const nothing = { tea_type: null, tea_variety: null, prefecture: null, rating: null };

    const draft = draftOf(aPost({ ...nothing, content: "a" }), "general");

    expect(draft).toEqual({ ...emptyDraft("general"), content: "a" });
  });

  test("comparison compares values", () => {
    expect(isSame(full, { ...full })).toBe(true);
    expect(isSame(full, { ...full, rating: 5 })).toBe(false);
    expect(isSame(full, { ...full, content: "" })).toBe(false);
  });
});

describe("draft text", () => {
  const problem = (content: string) => contentProblem({ ...full, content });

  test.each(["", "  \n", "　"])("%j is refused as blank", (content) => {
    expect(problem(content)).toBe("contentRequired");
  });

  test("has at most 300 code points in composed form, CRLF counted as one", () => {
    expect(problem("あ".repeat(300))).toBeUndefined();
    expect(problem("𠮷".repeat(300))).toBeUndefined();
    expect(problem("か\u3099".repeat(300))).toBeUndefined();
    expect(problem(`${"a".repeat(299)}\r\nb`)).toBe("contentTooLong");
    expect(problem(`${"a".repeat(298)}\r\nb`)).toBeUndefined();
    expect(problem("あ".repeat(301))).toBe("contentTooLong");
  });
});

describe("draft price", () => {
  test.each([
    ["", null],
    [" ", null],
    ["0", 0],
    ["1080", 1080],
    ["１，０８０円", 1080],
    ["¥1,080", 1080],
    ["￥ 1 080", 1080],
    ["1、080", 1080],
    ["10000000", 10_000_000],
  ])("%j is parsed as %j", (text, price) => {
    expect(priceOf(text)).toBe(price);
  });

  test.each(["10000001", "-5", "10.5", "千円", "1e3", "0x10", "abc"])("%j is invalid", (text) => {
    expect(priceOf(text)).toBeUndefined();
    expect(priceProblem({ ...full, price_yen: text })).toBe("priceInvalid");
    expect(isValid({ ...full, price_yen: text })).toBe(false);
  });
});

describe("draft text field", () => {
  test.each([
    ["title", 100],
    ["shop_name", 100],
    ["harvest_period", 50],
    ["processing_method", 100],
  ] as const)("%s has at most %i characters", (field, most) => {
    const fits = { ...full, [field]: "茶".repeat(most) };
    const long = { ...full, [field]: "茶".repeat(most + 1) };

    expect(textProblem(fits, field)).toBeUndefined();
    expect(textProblem(long, field)).toBe("textTooLong");
    expect([isValid(fits), isValid(long)]).toEqual([true, false]);
  });
});

describe("draft payload", () => {
  test("is trimmed, normalised to NFC and has a numeric price", () => {
    const draft = { ...full, content: " か\u3099\r\n ", title: "　", price_yen: "１０" };

    const images = [{ id: "u1", alt: null }];

    expect(payloadOf(draft, images)).toEqual({
      content: "が",
      title: null,
      tea_type: "sencha",
      tea_variety: "saemidori",
      prefecture: "kyoto",
      rating: 4,
      price_yen: 10,
      shop_name: "茶舗",
      harvest_period: "一番茶",
      processing_method: "深蒸し",
      images,
    });
  });

  test("has null for empty fields", () => {
    const { images, content, ...rest } = payloadOf({ ...emptyDraft("review"), content: "a" }, []);

    expect([content, images]).toEqual(["a", []]);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
  });

  test("has null for fields the category lacks", () => {
    const sent = payloadOf({ ...full, category: "question" }, []);

    expect(sent).toMatchObject({ rating: null, tea_type: null, prefecture: null, price_yen: null });
    expect(sent.title).toBe("初摘み");
  });
});

describe("stored post", () => {
  const post = aPost({ images: [anImage({ id: "u1", alt: "a cup" })] });
  const sent = payloadOf(draftOf(post, "review"), [{ id: "u1", alt: "a cup" }]);

  test("equals the payload only when all texts and pictures match", () => {
    expect(equalsStored(post, sent)).toBe(true);
    expect(equalsStored(post, { ...sent, content: "other" })).toBe(false);
    expect(equalsStored(post, { ...sent, rating: 1 })).toBe(false);
    expect(equalsStored(post, { ...sent, images: [] })).toBe(false);
    expect(equalsStored(post, { ...sent, images: [{ id: "u2", alt: "a cup" }] })).toBe(false);
    expect(equalsStored(post, { ...sent, images: [{ id: "u1", alt: null }] })).toBe(false);
    expect(equalsStored(aPost(), { content: aPost().content })).toBe(false);
  });
});
