/** What happens to a picture before the upload: refused, sent unchanged, or cropped and reduced. Pure. */
import { avatarBytesForm, avatarBytesStorage } from "../../../contracts/limits.generated.ts";

export const avatarTypes = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Zoom and position; 0 is left or top, 1 is right or bottom. */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

export const centred: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const closest = 3;

const sideMost = 1024;

/** Returns why a file cannot be an avatar, its type or its size; undefined if it can. */
export function fileProblem(file: {
  readonly type: string;
  readonly size: number;
}): "invalidFileType" | "fileTooLarge" | undefined {
  if (!avatarTypes.some((type) => type === file.type)) return "invalidFileType";
  return file.size > avatarBytesForm ? "fileTooLarge" : undefined;
}

/**
 * Returns whether a picture must be drawn again before the upload: it is large or its crop was
 * changed. Others are sent unchanged, so that moving pictures keep moving; the host crops them at
 * the centre.
 */
export function needsCanvas(bytes: number, crop: Crop): boolean {
  const isCentred = crop.zoom === centred.zoom && crop.x === centred.x && crop.y === centred.y;
  return bytes > avatarBytesStorage || !isCentred;
}

/** Returns the cropped square in the picture's own pixels. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop): Square {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

/**
 * Returns the side of the uploaded square in pixels: that of the crop, at most 1024. The host
 * reduces it further.
 */
export function outputSide({ side }: Square): number {
  return Math.max(1, Math.min(sideMost, Math.round(side)));
}

/** Returns the crop after a drag by `by`, a share of the frame: the picture follows the pointer. */
export function dragCrop(crop: Crop, size: Size, by: { readonly x: number; readonly y: number }) {
  const { side } = squareOf(size, crop);
  /** Returns the position along one axis after the drag, 0 to 1. */
  const moved = (at: number, length: number, part: number) =>
    length > side ? Math.min(1, Math.max(0, at - (part * side) / (length - side))) : at;
  return { ...crop, x: moved(crop.x, size.width, by.x), y: moved(crop.y, size.height, by.y) };
}
