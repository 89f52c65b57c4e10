/** The request body of a draft; loaded with the requests, because the form does not need it. Pure. */
import { postFields } from "../../contracts/postCategories.ts";
import { normalized } from "../../language/length.ts";
import type { ChosenImage, PostEdit, PostView } from "../../wire/types.generated.ts";
import { type Draft, inCategory, priceOf } from "./draft.ts";
import { type Pictures, storedIn } from "./pictures/pictures.ts";

/** Returns the uploaded pictures in the form of the request: ids and descriptions. */
export function chosenImages(pictures: Pictures): readonly ChosenImage[] {
  return storedIn(pictures).map(({ image, alt }) => ({
    id: image.id,
    alt: normalized(alt) || null,
  }));
}

/**
 * Returns the body of the request for a draft with pictures; empty fields, and fields that the
 * category does not have, are null. A new post adds category and language.
 */
export function payloadOf(draft: Draft, pictures: readonly ChosenImage[]): PostEdit {
  const kept = inCategory(draft, draft.category);
  return {
    content: normalized(kept.content),
    title: normalized(kept.title) || null,
    tea_type: kept.tea_type || null,
    tea_variety: kept.tea_variety || null,
    prefecture: kept.prefecture || null,
    rating: kept.rating,
    price_yen: priceOf(kept.price_yen) ?? null,
    shop_name: normalized(kept.shop_name) || null,
    harvest_period: normalized(kept.harvest_period) || null,
    processing_method: normalized(kept.processing_method) || null,
    images: pictures,
  };
}

/**
 * Returns whether a stored post has the text, fields and pictures of a request; the category is not
 * compared.
 */
export function equalsStored(post: PostView, sent: PostEdit): boolean {
  const images = sent.images ?? [];
  return (
    post.content === sent.content &&
    postFields.every((field) => post[field] === (sent[field] ?? null)) &&
    post.images.length === images.length &&
    post.images.every(({ id, alt }, at) => id === images[at]?.id && alt === images[at].alt)
  );
}
