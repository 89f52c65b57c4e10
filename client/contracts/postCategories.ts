/** The categories of posts: those offered, in order, and the fields of each. */
import table from "../../shared/reference/post-categories.json" with { type: "json" };

export type PostCategory = keyof typeof table;
/** Optional fields of a category, in the order of the form. */
export const postFields = [
  "title",
  "tea_type",
  "prefecture",
  "tea_variety",
  "rating",
  "price_yen",
  "shop_name",
  "harvest_period",
  "processing_method",
] as const;
export type PostField = (typeof postFields)[number];

const categories: Readonly<
  Record<
    PostCategory,
    { readonly fields: readonly string[]; readonly offered: boolean; readonly order: number }
  >
> = table;

export function isPostCategory(id: unknown): id is PostCategory {
  return typeof id === "string" && Object.hasOwn(categories, id);
}

/** The other two exist only as labels of stored posts. */
export type OfferedCategory = Exclude<PostCategory, "brewing-tips" | "general">;

export function isOffered(id: unknown): id is OfferedCategory {
  return isPostCategory(id) && categories[id].offered;
}

/** The category whose posts can have an answer. */
export const answeredCategory: OfferedCategory = "question";

/** The categories of the feed and the form, in their order. */
export const offeredCategories: readonly OfferedCategory[] = Object.keys(categories)
  .filter(isOffered)
  .sort((a, b) => categories[a].order - categories[b].order);

/** Returns whether a category has a field; an unknown category has no optional fields. */
export function keepsField(category: string, field: PostField): boolean {
  return isPostCategory(category) && categories[category].fields.includes(field);
}
