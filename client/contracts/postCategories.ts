/** The categories of posts: which are offered, in their order, and which fields each of them keeps. */
import table from "../../shared/reference/post-categories.json" with { type: "json" };

export type PostCategory = keyof typeof table;
/** What a category may keep besides its text and pictures, in the order in which it is written. */
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

/** The other two are only labels of posts that exist. */
export type OfferedCategory = Exclude<PostCategory, "brewing-tips" | "general">;

export function isOffered(id: unknown): id is OfferedCategory {
  return isPostCategory(id) && categories[id].offered;
}

/** The six that the feed and the create screen offer. */
export const offeredCategories: readonly OfferedCategory[] = Object.keys(categories)
  .filter(isOffered)
  .sort((a, b) => categories[a].order - categories[b].order);

/** A category that this edition does not know keeps nothing. */
export function keepsField(category: string, field: PostField): boolean {
  return isPostCategory(category) && categories[category].fields.includes(field);
}
