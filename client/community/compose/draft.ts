/** A draft: the fields of its category, and validation. Pure. */
import {
  harvestPeriodCharacters,
  postContentCharacters,
  postTitleCharacters,
  priceYenMost,
  processingMethodCharacters,
  shopNameCharacters,
} from "../../contracts/limits.generated.ts";
import {
  isPostCategory,
  keepsField,
  type PostCategory,
  type PostField,
  postFields,
} from "../../contracts/postCategories.ts";
import { lengthOf } from "../../language/length.ts";
import type { PostView } from "../../wire/types.generated.ts";

/** All fields but the rating are text, empty for none; names are those of the API. */
type Texts = Readonly<Record<"content" | Exclude<PostField, "rating">, string>>;

export interface Draft extends Texts {
  readonly category: PostCategory;
  readonly rating: number | null;
}

/** Text fields, each with its own limit. */
export const typedFields = {
  title: postTitleCharacters,
  shop_name: shopNameCharacters,
  harvest_period: harvestPeriodCharacters,
  processing_method: processingMethodCharacters,
} as const;
export type TypedField = keyof typeof typedFields;

export type Problem = "contentRequired" | "contentTooLong" | "textTooLong" | "priceInvalid";

/** Returns an empty draft in a category. */
export function emptyDraft(category: PostCategory): Draft {
  return {
    category,
    content: "",
    title: "",
    tea_type: "",
    prefecture: "",
    tea_variety: "",
    rating: null,
    price_yen: "",
    shop_name: "",
    harvest_period: "",
    processing_method: "",
  };
}

/** Returns the fields of a form that differ from the draft that it was rendered with. */
export function changedIn(form: FormData, draft: Draft): Partial<Draft> {
  const { category, rating, ...texts } = Object.fromEntries(form);
  const changed = Object.entries(draft).flatMap(([field, text]) => {
    const now = texts[field];
    return typeof now === "string" && now !== text ? [[field, now]] : [];
  });
  return {
    ...Object.fromEntries(changed),
    ...(isPostCategory(category) && category !== draft.category && { category }),
    ...(rating && Number(rating) !== draft.rating && { rating: Number(rating) }),
  };
}

/** Returns those of the fields that are blank in the draft. */
export function blankOf(draft: Draft, fields: Partial<Draft>): Partial<Draft> {
  const blank = { ...fields };
  for (const field of ["content", "category", ...postFields] as const)
    if (String(draft[field] ?? "").trim() !== "") delete blank[field];
  return blank;
}

/** Returns a stored post as a draft in a category. */
export function draftOf(post: PostView, category: PostCategory): Draft {
  return {
    category,
    content: post.content,
    title: post.title ?? "",
    tea_type: post.tea_type ?? "",
    prefecture: post.prefecture ?? "",
    tea_variety: post.tea_variety ?? "",
    rating: post.rating ?? null,
    price_yen: post.price_yen?.toString() ?? "",
    shop_name: post.shop_name ?? "",
    harvest_period: post.harvest_period ?? "",
    processing_method: post.processing_method ?? "",
  };
}

/** Returns the draft in another category, without the fields that this category does not have. */
export function inCategory(draft: Draft, category: PostCategory): Draft {
  const kept = postFields.filter((field) => keepsField(category, field));
  return {
    ...emptyDraft(category),
    ...Object.fromEntries(kept.map((field) => [field, draft[field]])),
    content: draft.content,
  };
}

/** Returns whether a field has a value that is not only spaces. */
export function isFilled(draft: Draft, field: PostField): boolean {
  const value = draft[field];
  return typeof value === "string" ? value.trim() !== "" : value !== null;
}

/** Returns the fields that have a value in the first draft and none in the second. */
export function emptiedFields(before: Draft, after: Draft): readonly PostField[] {
  return postFields.filter((field) => isFilled(before, field) && !isFilled(after, field));
}

/**
 * Returns whether the draft is empty and need not be stored; a chosen category alone does not
 * count.
 */
export function isBlank(draft: Draft): boolean {
  return draft.content.trim() === "" && !postFields.some((field) => isFilled(draft, field));
}

/** Returns whether two drafts have the same text and fields; the category does not count. */
export function isSame(one: Draft, other: Draft): boolean {
  return one.content === other.content && postFields.every((field) => one[field] === other[field]);
}

/**
 * Returns a typed price in whole yen, from digits of either width; null for an empty text,
 * undefined for an invalid price.
 */
export function priceOf(text: string): number | null | undefined {
  // The characters 、¥円, spelled out as in `search/fold`.
  const plain = text.normalize("NFKC").replace(/[\s,\u3001\u00a5\u5186]/g, "");
  if (plain === "") return null;
  if (!/^\d+$/.test(plain)) return undefined;
  const price = Number(plain);
  return price <= priceYenMost ? price : undefined;
}

/** Returns why the text of the post cannot be sent; undefined if it can. */
export function contentProblem({ content }: Draft): Problem | undefined {
  const length = lengthOf(content);
  if (length === 0) return "contentRequired";
  return length > postContentCharacters ? "contentTooLong" : undefined;
}

/** Returns "textTooLong" if a field's text is over its limit, else undefined. */
export function textProblem(draft: Draft, field: TypedField): Problem | undefined {
  return lengthOf(draft[field]) > typedFields[field] ? "textTooLong" : undefined;
}

/** Returns "priceInvalid" for a price that is no number or too high, else undefined. */
export function priceProblem({ price_yen }: Draft): Problem | undefined {
  return priceOf(price_yen) === undefined ? "priceInvalid" : undefined;
}

/** Returns whether a field is free text with a limit. */
const isTyped = (field: PostField): field is TypedField => Object.hasOwn(typedFields, field);

/** Returns whether the draft can be sent. */
export function isValid(draft: Draft): boolean {
  const wrong = postFields.filter(isTyped).some((field) => textProblem(draft, field) !== undefined);
  return contentProblem(draft) === undefined && !wrong && priceProblem(draft) === undefined;
}
