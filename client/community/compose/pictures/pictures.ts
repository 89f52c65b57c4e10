/** The pictures of a draft: accepted files, order, progress. Pure. */
import { postImageBytes, postImages } from "../../../contracts/limits.generated.ts";
import type { PostImageView } from "../../../wire/types.generated.ts";

const pictureTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** The host removes unused uploads after a day; they are trusted until an hour before. */
const trustedMs = 82_800_000;

interface PictureFields {
  /** Constant from the file to the stored picture. */
  readonly key: string;
  /** The author's description of the picture. */
  readonly alt: string;
  /** The file's name; empty for a picture of the stored post. */
  readonly name: string;
  /** A thumbnail as data URL; null until it is rendered, or when the browser cannot decode the file. */
  readonly preview: string | null;
  readonly bytes: number;
}

export interface StoredPicture extends PictureFields {
  readonly state: "stored";
  readonly image: PostImageView;
  /** Upload time; null for a picture of the stored post. */
  readonly storedAt: number | null;
}

export interface UnstoredPicture extends PictureFields {
  readonly state: "waiting" | "sending" | "failed";
  /** Uploaded share, from 0 to 1. */
  readonly done: number;
  /** The reason of a failure. */
  readonly error: unknown;
}

export type Picture = StoredPicture | UnstoredPicture;
export type Pictures = readonly Picture[];

export interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** The result of choosing files: accepted, too large, and whether there were too many or other types. */
export interface Choice<Chosen extends ChosenFile> {
  readonly fit: readonly Chosen[];
  readonly large: readonly Chosen[];
  readonly hasOthers: boolean;
  readonly isTooMany: boolean;
}

/** Returns whether a file is a picture of an accepted type. */
const isPicture = ({ type }: ChosenFile) => pictureTypes.some((known) => known === type);

/** Divides chosen files into those that may be added and those refused by type, size or number. */
export function divideFiles<Chosen extends ChosenFile>(
  pictures: Pictures,
  files: readonly Chosen[],
): Choice<Chosen> {
  const known = files.filter(isPicture);
  const small = known.filter(({ size }) => size <= postImageBytes);
  const fit = small.slice(0, roomFor(pictures));
  return {
    fit,
    large: known.filter(({ size }) => size > postImageBytes),
    hasOthers: known.length < files.length,
    isTooMany: fit.length < small.length,
  };
}

/** Returns how many more pictures a post may have. */
export function roomFor(pictures: Pictures): number {
  return Math.max(0, postImages - pictures.length);
}

/** Returns a chosen file as a picture whose upload has not begun. */
export function freshPicture(key: string, { name, size }: ChosenFile): UnstoredPicture {
  const waits = { state: "waiting", done: 0, error: null } as const;
  return { key, name, bytes: size, alt: "", preview: null, ...waits };
}

/** Returns an image of the stored post as a picture of the draft. */
export function storedPicture(image: PostImageView): StoredPicture {
  const shown = { key: image.id, name: "", bytes: 0, alt: image.alt ?? "", preview: null };
  return { ...shown, state: "stored", image, storedAt: null };
}

/** Returns the list with one picture replaced by what `change` returns. */
export function withPicture(
  pictures: Pictures,
  key: string,
  change: (picture: Picture) => Picture,
): Pictures {
  return pictures.map((picture) => (picture.key === key ? change(picture) : picture));
}

/** Returns the list without one picture. */
export function withoutPicture(pictures: Pictures, key: string): Pictures {
  return pictures.filter((picture) => picture.key !== key);
}

/** Returns the list with a picture moved to the position `to`, within the list's bounds. */
export function withMovedPicture(pictures: Pictures, key: string, to: number): Pictures {
  const picture = pictures.find((one) => one.key === key);
  if (picture === undefined) return pictures;
  const rest = withoutPicture(pictures, key);
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, picture);
}

/** Returns whether a picture's upload waits or runs. */
export function isPending({ state }: Picture): boolean {
  return state === "waiting" || state === "sending";
}

/** Returns the pictures whose upload is complete. */
export function storedIn(pictures: Pictures): readonly StoredPicture[] {
  return pictures.filter((picture) => picture.state === "stored");
}

/** Returns the pictures whose upload failed. */
export function failedIn(pictures: Pictures): readonly Picture[] {
  return pictures.filter(({ state }) => state === "failed");
}

/**
 * Returns the pictures of a restored draft that the host still has; it discards unused uploads
 * after some time.
 */
export function withoutExpired(
  pictures: readonly StoredPicture[],
  now: number,
): readonly StoredPicture[] {
  return pictures.filter(({ storedAt }) => storedAt === null || now - storedAt < trustedMs);
}
