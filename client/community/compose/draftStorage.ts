/** Stores a draft in this browser for each member and post, until it is posted or discarded. */
import { ratingMost } from "../../contracts/limits.generated.ts";
import { isPostCategory, postFields } from "../../contracts/postCategories.ts";
import type { PostImageView } from "../../wire/types.generated.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { type StoredPicture, storedPicture } from "./pictures/pictures.ts";

export interface StoredDraft {
  readonly draft: Draft;
  readonly pictures: readonly StoredPicture[];
  /** Number of further pictures that were not uploaded: their files cannot be stored. */
  readonly unsent: number;
  /** Idempotency key of the draft. */
  readonly token: string;
  /** The request that was sent without receiving a response. */
  readonly attempt: string | null;
  /** The version of the edited post that the draft began from; null for a new post. */
  readonly version: string | null;
  readonly savedAt: number;
}

/** Storage key of a draft. */
export type DraftKey = `post-draft:${string}`;

/**
 * Returns the storage key of a draft, by member and post: members who share a browser do not see
 * each other's drafts.
 */
export function draftKey(memberId: string, postId?: number): DraftKey {
  return `post-draft:${memberId}${postId === undefined ? "" : `:${postId}`}`;
}

/** Returns the stored draft; null without one or without storage. */
export function readStoredDraft(key: DraftKey): StoredDraft | null {
  try {
    return parseStoredDraft(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Stores a draft; returns false when that failed. */
export function writeStoredDraft(key: DraftKey, kept: StoredDraft): boolean {
  try {
    localStorage.setItem(key, textOf(kept));
    return true;
  } catch {
    return false;
  }
}

/** Removes a stored draft, if storage is available. */
export function removeStoredDraft(key: DraftKey): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is not available here either.
  }
}

/** Writes a draft as JSON, without the files of its pictures. */
function textOf({ pictures, ...kept }: StoredDraft): string {
  const images = pictures.map(({ image, alt, name, storedAt }) => ({ image, alt, name, storedAt }));
  return JSON.stringify({ ...kept, images });
}

/**
 * Returns the draft in a stored text; null if it is invalid, since another member or version may
 * have written it.
 */
export function parseStoredDraft(text: string | null): StoredDraft | null {
  const found = fieldsOf(read(text));
  const draft = draftIn(fieldsOf(found.draft));
  const { token, attempt, version, savedAt, images, unsent } = found;
  if (draft === null || typeof token !== "string" || typeof savedAt !== "number") return null;
  return {
    draft,
    pictures: Array.isArray(images) ? images.flatMap(pictureIn) : [],
    unsent: Number(unsent) || 0,
    token,
    attempt: typeof attempt === "string" ? attempt : null,
    version: typeof version === "string" ? version : null,
    savedAt,
  };
}

/** Parses JSON; null for no text or for invalid JSON. */
function read(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of an object; none for any other value. */
function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** Returns the draft in stored fields; null without a valid category or text. */
function draftIn(found: Fields): Draft | null {
  const { category, content, rating } = found;
  if (!isPostCategory(category) || typeof content !== "string") return null;
  const texts = postFields.flatMap((field) =>
    typeof found[field] === "string" ? [[field, found[field]]] : [],
  );
  const isRating = typeof rating === "number" && Number.isInteger(rating);
  return {
    ...emptyDraft(category),
    ...Object.fromEntries(texts.filter(([field]) => field !== "rating")),
    content,
    rating: isRating && rating >= 1 && rating <= ratingMost ? rating : null,
  };
}

/** Returns a stored picture as a list of one; an empty list for an invalid one. */
function pictureIn(value: unknown): readonly StoredPicture[] {
  const { image, alt, name, storedAt } = fieldsOf(value);
  if (!isImage(image)) return [];
  return [
    {
      ...storedPicture(image),
      alt: typeof alt === "string" ? alt : "",
      name: typeof name === "string" ? name : "",
      storedAt: typeof storedAt === "number" ? storedAt : null,
    },
  ];
}

/** Returns whether a stored value is an image as the host returns it. */
function isImage(value: unknown): value is PostImageView {
  const { id, url, placeholder, srcset, width, height, sources } = fieldsOf(value);
  const areTexts = [id, url, placeholder, srcset].every((text) => typeof text === "string");
  const isSized = typeof width === "number" && typeof height === "number";
  return areTexts && isSized && Array.isArray(sources) && sources.every(isSource);
}

/** Returns whether a stored value is a source of an image. */
function isSource(value: unknown): boolean {
  const { type, srcset } = fieldsOf(value);
  return typeof type === "string" && typeof srcset === "string";
}
