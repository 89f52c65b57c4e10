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

interface Arrived extends PictureUpload {
  readonly store: (id: string) => void;
  readonly fail: (error: unknown) => void;
}

/** Everything that was sent so far, each to be answered by hand. */
export function fakeUploads() {
  const sent: Arrived[] = [];
  const send = (sending: PictureUpload) => {
    const { promise, resolve, reject } = Promise.withResolvers<UploadView>();
    sending.signal.addEventListener("abort", () => reject(sending.signal.reason));
    sent.push({ ...sending, store: (id) => resolve(anUpload(id)), fail: reject });
    return promise;
  };
  return { sent, send };
}

/** Lets everything that waits for an answer go on. */
export const settle = () => new Promise((resolve) => setTimeout(resolve));
