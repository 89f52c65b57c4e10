/** The pictures of a post being written: which files may come along, their order, how far each is. Pure. */
import { postImageBytes, postImages } from "../../../contracts/limits.ts";
import { settled } from "../../../language/length.ts";
import type { ChosenImage, PostImageView } from "../../../wire/types.generated.ts";

export const pictureTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

/** The host sweeps away what has waited a day for its post; an hour before, it is no longer relied on. */
const waitsMs = 82_800_000;

interface Shown {
  /** Stays the same from the file to the stored picture. */
  readonly key: string;
  /** What the picture shows, in the author's words. */
  readonly alt: string;
  /** The file's name; empty for a picture that was there before. */
  readonly name: string;
  /** A small copy as a data address; null until it is drawn, or when the browser can't draw it. */
  readonly preview: string | null;
  readonly bytes: number;
}

export interface StoredPicture extends Shown {
  readonly state: "stored";
  readonly image: PostImageView;
  /** When it was sent; null for a picture that belongs to the post already. */
  readonly storedAt: number | null;
}

export interface UnstoredPicture extends Shown {
  readonly state: "waiting" | "sending" | "failed";
  /** How much of it has gone, from 0 to 1. */
  readonly done: number;
  /** Why it failed, when it did. */
  readonly error: unknown;
}

export type Picture = StoredPicture | UnstoredPicture;
export type Pictures = readonly Picture[];

export interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** What came of choosing files: those to send, those too large, and whether any was too many or no picture. */
export interface Choice<Chosen extends ChosenFile> {
  readonly fit: readonly Chosen[];
  readonly large: readonly Chosen[];
  readonly hasOthers: boolean;
  readonly isTooMany: boolean;
}

const isPicture = ({ type }: ChosenFile) => pictureTypes.some((known) => known === type);

export function choose<Chosen extends ChosenFile>(
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

export function roomFor(pictures: Pictures): number {
  return Math.max(0, postImages - pictures.length);
}

/** A moving picture would stand still once it is drawn anew. */
export function mayShrink({ type }: ChosenFile): boolean {
  return type === "image/jpeg" || type === "image/png";
}

export function freshPicture(key: string, { name, size }: ChosenFile): UnstoredPicture {
  const waits = { state: "waiting", done: 0, error: null } as const;
  return { key, name, bytes: size, alt: "", preview: null, ...waits };
}

/** A picture that the post has already. */
export function storedPicture(image: PostImageView): StoredPicture {
  const shown = { key: image.id, name: "", bytes: 0, alt: image.alt ?? "", preview: null };
  return { ...shown, state: "stored", image, storedAt: null };
}

/** One picture changed; the others stay what they are. */
export function withPicture(
  pictures: Pictures,
  key: string,
  change: (picture: Picture) => Picture,
): Pictures {
  return pictures.map((picture) => (picture.key === key ? change(picture) : picture));
}

export function withoutPicture(pictures: Pictures, key: string): Pictures {
  return pictures.filter((picture) => picture.key !== key);
}

/** The picture at another place, as far as there is one. */
export function moved(pictures: Pictures, key: string, to: number): Pictures {
  const picture = pictures.find((one) => one.key === key);
  if (picture === undefined) return pictures;
  const rest = withoutPicture(pictures, key);
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, picture);
}

export function isOnItsWay({ state }: Picture): boolean {
  return state === "waiting" || state === "sending";
}

export function storedIn(pictures: Pictures): readonly StoredPicture[] {
  return pictures.filter((picture) => picture.state === "stored");
}

export function failedIn(pictures: Pictures): readonly Picture[] {
  return pictures.filter(({ state }) => state === "failed");
}

/** What the post is told of its pictures. */
export function chosenImages(pictures: Pictures): readonly ChosenImage[] {
  return storedIn(pictures).map(({ image, alt }) => ({ id: image.id, alt: settled(alt) || null }));
}

/** What of the kept pictures the host still has. */
export function stillThere(
  pictures: readonly StoredPicture[],
  now: number,
): readonly StoredPicture[] {
  return pictures.filter(({ storedAt }) => storedAt === null || now - storedAt < waitsMs);
}
