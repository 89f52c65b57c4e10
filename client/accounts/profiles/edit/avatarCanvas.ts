/** Draws the chosen part of a picture on a canvas, as preview and as the uploaded file. */
import { avatarBytesStorage } from "../../../contracts/limits.generated.ts";
import { type Crop, outputSide, needsCanvas, squareOf } from "./avatarPlan.ts";

const qualities = [0.9, 0.8, 0.65, 0.5] as const;
const previewSide = 192;

/**
 * Decodes a picture, by default turned upright as its EXIF data say; throws when the browser cannot
 * decode it.
 */
export function decode(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file);
}

/** Draws the chosen square of a picture over the whole canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop);
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.imageSmoothingQuality = "high";
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** Returns a square canvas of `side` px with the crop of a picture. */
function canvasOf(picture: ImageBitmap, crop: Crop, side: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  drawCrop(canvas, picture, crop);
  return canvas;
}

/**
 * Returns the crop as a data URL for display; the site's policy allows data URLs, but no blob URLs.
 */
export function previewOf(picture: ImageBitmap, crop: Crop): string {
  return canvasOf(picture, crop, previewSide).toDataURL();
}

/** Encodes a canvas, as PNG if this browser cannot write the type; null if encoding fails. */
function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

/**
 * Returns the file to upload: the original if it can be sent unchanged, else the crop in the best
 * quality within the storage limit, as WebP (PNG if this browser cannot write WebP) or, if that is
 * too large, as JPEG. Throws if no quality is small enough.
 */
export async function fileOf(original: Blob, picture: ImageBitmap, crop: Crop): Promise<Blob> {
  if (!needsCanvas(original.size, crop)) return original;
  const canvas = canvasOf(picture, crop, outputSide(squareOf(picture, crop)));
  for (const quality of qualities) {
    const webp = await encode(canvas, "image/webp", quality);
    if (webp && webp.size <= avatarBytesStorage) return webp;
    const jpeg = await encode(canvas, "image/jpeg", quality);
    if (jpeg && jpeg.size <= avatarBytesStorage) return jpeg;
  }
  throw new Error("the picture could not be made small enough");
}
