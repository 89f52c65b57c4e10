/** What the form of a post begins with, and what it shows. */
import { isPostCategory, type PostField } from "../../contracts/postCategories.ts";
import type { PostView } from "../../wire/types.generated.ts";
import { type Draft, draftOf } from "./draft.ts";
import type { DraftKey } from "./draftStorage.ts";
import type { Announcement } from "./pictures/PictureTray.ts";
import { type Pictures, type StoredPicture, storedPicture } from "./pictures/pictures.ts";

/** Notices about the draft itself. */
export type Notice =
  | { readonly kind: "restored"; readonly savedAt: number; readonly lost: number }
  | { readonly kind: "changedElsewhere" }
  | { readonly kind: "goneElsewhere" };

export interface InitialPost {
  /** The draft's storage key. */
  readonly storageKey: DraftKey;
  readonly draft: Draft;
  readonly pictures: readonly StoredPicture[];
  /** The time of the last edit, or of the creation, of the post that is edited; null for a new one. */
  readonly version: string | null;
}

export interface CompositionState {
  readonly draft: Draft;
  readonly pictures: Pictures;
  /** Files above the limit, until the author decides. */
  readonly large: readonly File[];
  readonly notice: Notice | null;
  /** Fields that the last change of category emptied, until any but the text is changed. */
  readonly cleared: readonly PostField[];
  /** The newest event of a picture. */
  readonly announcement: Announcement | null;
  /** False when this browser cannot store drafts. */
  readonly isStored: boolean;
}

/** Returns the version of a post: the time of its last edit, or of its creation. */
export function versionOf({ edited_at, created_at }: PostView): string {
  return edited_at ?? created_at;
}

/** Returns what the form of a stored post begins with. */
export function startOf(post: PostView, storageKey: DraftKey): InitialPost {
  // An unknown category has the fields that all categories have.
  const category = isPostCategory(post.category) ? post.category : "general";
  const pictures = post.images.map(storedPicture);
  return { storageKey, draft: draftOf(post, category), pictures, version: versionOf(post) };
}
