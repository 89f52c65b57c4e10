/** Fake uploads that a test completes or fails. */
import type { PictureUpload } from "../../../../client/community/compose/pictures/UploadQueue.ts";
import type { UploadView } from "../../../../client/wire/types.generated.ts";
import { anImage } from "../posts.ts";

export function aPicture(name: string, part: { type?: string; bytes?: number } = {}): File {
  const { type = "image/png", bytes = 4 } = part;
  return new File([new Uint8Array(bytes)], name, { type });
}

export function anUpload(id: string): UploadView {
  return { id, image: anImage({ id, url: `/media/${id}.png` }) };
}

interface SentUpload extends PictureUpload {
  readonly store: (id: string) => void;
  readonly fail: (error: unknown) => void;
}

/** Returns a `send` that records uploads; the test completes each by `store` or `fail`. */
export function fakeUploads() {
  const sent: SentUpload[] = [];
  const send = (upload: PictureUpload) => {
    const { promise, resolve, reject } = Promise.withResolvers<UploadView>();
    upload.signal.addEventListener("abort", () => reject(upload.signal.reason));
    sent.push({ ...upload, store: (id) => resolve(anUpload(id)), fail: reject });
    return promise;
  };
  return { sent, send };
}

/** Waits until the code that awaited a finished upload has run. */
export const settle = () => new Promise((resolve) => setTimeout(resolve));
