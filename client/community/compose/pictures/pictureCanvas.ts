/** Draws a picture on a canvas, as a thumbnail or reduced for the upload. */
import { postImageBytes } from "../../../contracts/limits.generated.ts";

const previewSide = 480;
/** Larger than any display size of a post's picture; the host stores no larger copies. */
const sentSides = [2560, 2048, 1600] as const;
const qualities = [0.9, 0.8] as const;

/**
 * Draws a picture on a canvas, turned upright by its EXIF data and with no side longer than `most`
 * px. Upright is the default, and asking for it makes Safari 16 throw.
 */
async function canvasOf(file: Blob, most: number): Promise<HTMLCanvasElement> {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, most / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (context) {
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  return canvas;
}

/** Returns a thumbnail as data URL; the site's policy allows data URLs, but no blob URLs. */
export async function previewOf(file: Blob): Promise<string> {
  return (await canvasOf(file, previewSide)).toDataURL("image/webp", 0.8);
}

/** Encodes a canvas, as PNG if this browser cannot write the type; null if encoding fails. */
function encode(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

/**
 * Returns the picture reduced to the size limit, as large as possible; throws when that fails. Only
 * JPEG and PNG are offered (`mayShrink`); a PNG becomes WebP, because it may be transparent, or
 * stays PNG where the browser cannot write WebP.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const type = file.type === "image/png" ? "image/webp" : "image/jpeg";
  for (const side of sentSides) {
    const canvas = await canvasOf(file, side);
    for (const quality of qualities) {
      const small = await encode(canvas, type, quality);
      if (small && small.size <= postImageBytes)
        return new File([small], file.name, { type: small.type });
    }
  }
  throw new Error("the picture could not be made small enough");
}
