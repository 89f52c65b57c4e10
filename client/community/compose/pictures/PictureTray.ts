/** The pictures of a draft: adding, uploading, describing, ordering, removing. */
import type { UploadView } from "../../../wire/types.generated.ts";
import {
  type Choice,
  divideFiles,
  freshPicture,
  type Picture,
  type Pictures,
  type UnstoredPicture,
  withMovedPicture,
  withoutPicture,
  withPicture,
} from "./pictures.ts";
import { type PictureUpload, UploadQueue } from "./UploadQueue.ts";

/** Announcements about a picture; `position` counts from one, `count` is the number added, present or pending. */
export interface Announcement {
  readonly what: "added" | "stored" | "failed" | "moved" | "removed";
  readonly position: number;
  readonly count: number;
}

export interface PictureTrayDependencies {
  readonly send: (sending: PictureUpload) => Promise<UploadView>;
  /** Asks the host to discard an upload; the host removes unused ones anyway. */
  readonly dispose: (id: string) => void;
  readonly preview: (file: Blob) => Promise<string | null>;
  /** Returns the picture reduced to the limit; rejects when that is impossible. */
  readonly shrink: (file: File) => Promise<File>;
  readonly newKey: () => string;
  readonly now: () => number;
}

interface TrayState {
  readonly pictures?: Pictures;
  readonly large?: readonly File[];
  readonly announcement?: Announcement;
}

interface TrayOwner {
  readonly pictures: () => Pictures;
  readonly put: (part: TrayState) => void;
}

/**
 * Pictures of a draft: adds, uploads, describes, orders and removes them, and announces each
 * change. The owner stores their state.
 */
export class PictureTray {
  readonly #dependencies: PictureTrayDependencies;
  readonly #owner: TrayOwner;
  readonly #queue: UploadQueue;
  #large: readonly File[] = [];

  constructor(dependencies: PictureTrayDependencies, owner: TrayOwner) {
    this.#dependencies = dependencies;
    this.#owner = owner;
    this.#queue = new UploadQueue(dependencies.send, {
      started: (key) => this.#progress(key, { state: "sending", done: 0 }),
      progressed: (key, done) => this.#progress(key, { done }),
      stored: (key, view) => this.#store(key, view),
      failed: (key, error) => this.#fail(key, error),
      unwanted: ({ id }) => dependencies.dispose(id),
    });
  }

  /** Adds the files that fit and starts their uploads; returns which files fit and which do not. */
  add(files: readonly File[]): Choice<File> {
    const choice = divideFiles(this.#pictures, files);
    const fresh = choice.fit.map((file) => ({
      file,
      picture: freshPicture(this.#dependencies.newKey(), file),
    }));
    const pictures = [...this.#pictures, ...fresh.map(({ picture }) => picture)];
    this.#large = [...this.#large, ...choice.large];
    const count = fresh.length;
    const added = count > 0 ? { announcement: { what: "added", position: 0, count } as const } : {};
    this.#owner.put({ pictures, large: this.#large, ...added });
    for (const { file, picture } of fresh) {
      this.#queue.add(picture.key, { file, name: file.name });
      void this.#addPreview(picture.key, file);
    }
    return choice;
  }

  /**
   * Takes a file off the list of those above the size limit, and adds it reduced; returns false
   * when that is impossible.
   */
  async shrink(file: File): Promise<boolean> {
    this.dismiss(file);
    const small = await this.#dependencies.shrink(file).catch(() => null);
    if (small) this.add([small]);
    return small !== null;
  }

  /** Removes a file from the list of those above the size limit. */
  dismiss(file: File): void {
    this.#large = this.#large.filter((one) => one !== file);
    this.#owner.put({ large: this.#large });
  }

  /** Uploads a picture again whose upload failed. */
  retry(key: string): void {
    this.#progress(key, { state: "waiting", done: 0, error: null });
    this.#queue.retry(key);
  }

  /** Removes a picture and its upload. */
  remove(key: string): void {
    const position = this.#positionOf(key);
    const picture = this.#pictures[position - 1];
    if (picture === undefined) return;
    this.#discard(picture);
    const pictures = withoutPicture(this.#pictures, key);
    const announcement = { what: "removed", position, count: pictures.length } as const;
    this.#owner.put({ pictures, announcement });
  }

  /** Moves a picture to the position `to`, counted from 0. */
  move(key: string, to: number): void {
    const pictures = withMovedPicture(this.#pictures, key, to);
    const position = pictures.findIndex((picture) => picture.key === key) + 1;
    this.#owner.put({
      pictures,
      announcement: { what: "moved", position, count: pictures.length },
    });
  }

  /** Changes the description of a picture. */
  describe(key: string, alt: string): void {
    this.#change(key, (picture) => ({ ...picture, alt }));
  }

  /** Cancels all uploads and asks the host to discard those that are stored. */
  disposeAll(): void {
    this.#large = [];
    for (const picture of this.#pictures) this.#discard(picture);
  }

  /** Cancels the uploads that are waiting or running. */
  close(): void {
    this.#queue.cancelAll();
  }

  /** Returns the pictures of the draft. */
  get #pictures(): Pictures {
    return this.#owner.pictures();
  }

  /** Returns the position of a picture, counted from 1; 0 for an unknown key. */
  #positionOf(key: string): number {
    return this.#pictures.findIndex((picture) => picture.key === key) + 1;
  }

  /**
   * Cancels the upload of a picture, or asks the host to discard it; pictures of the stored post
   * are kept.
   */
  #discard(picture: Picture): void {
    if (picture.state !== "stored") this.#queue.cancel(picture.key);
    else if (picture.storedAt !== null) this.#dependencies.dispose(picture.image.id);
  }

  /** Replaces one picture by what `change` returns. */
  #change(key: string, change: (picture: Picture) => Picture): void {
    this.#owner.put({ pictures: withPicture(this.#pictures, key, change) });
  }

  /** Changes state, progress or error of a picture that is not stored. */
  #progress(key: string, part: Partial<Pick<UnstoredPicture, "state" | "done" | "error">>): void {
    this.#change(key, (picture) =>
      picture.state === "stored" ? picture : { ...picture, ...part },
    );
  }

  /** Replaces a picture by the one that the host stored, and announces that. */
  #store(key: string, { image }: UploadView): void {
    const storedAt = this.#dependencies.now();
    const pictures = withPicture(this.#pictures, key, ({ alt, name, preview, bytes }) => ({
      ...{ key, alt, name, preview, bytes },
      ...{ state: "stored", image, storedAt },
    }));
    const count = pictures.filter(({ state }) => state !== "stored").length;
    this.#owner.put({
      pictures,
      announcement: { what: "stored", position: this.#positionOf(key), count },
    });
  }

  /** Marks a picture as failed and announces that. */
  #fail(key: string, error: unknown): void {
    const position = this.#positionOf(key);
    this.#progress(key, { state: "failed", error });
    this.#owner.put({ announcement: { what: "failed", position, count: this.#pictures.length } });
  }

  /** Adds a thumbnail to a picture if this browser can decode the file. */
  async #addPreview(key: string, file: Blob): Promise<void> {
    const preview = await this.#dependencies.preview(file).catch(() => null);
    if (preview) this.#change(key, (picture) => ({ ...picture, preview }));
  }
}
