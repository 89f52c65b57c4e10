/** Uploads pictures, a few at a time, in the chosen order. */
import type { UploadView } from "../../../wire/types.generated.ts";

/** The host decodes two pictures at once for all members; more would only wait there. */
const maxUploads = 2;

export interface PictureUpload {
  readonly file: Blob;
  readonly name: string;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

export interface UploadCallbacks {
  readonly started: (key: string) => void;
  readonly progressed: (key: string, done: number) => void;
  readonly stored: (key: string, view: UploadView) => void;
  readonly failed: (key: string, error: unknown) => void;
  /** Cancelled after the host had stored it. */
  readonly unwanted: (view: UploadView) => void;
}

interface QueuedFile {
  readonly file: Blob;
  readonly name: string;
}

/** Queue of uploads: a few run at a time, in the order in which they were added. */
export class UploadQueue {
  readonly #send: (sending: PictureUpload) => Promise<UploadView>;
  readonly #callbacks: UploadCallbacks;
  readonly #files = new Map<string, QueuedFile>();
  readonly #waiting: string[] = [];
  readonly #running = new Map<string, AbortController>();

  constructor(send: (sending: PictureUpload) => Promise<UploadView>, callbacks: UploadCallbacks) {
    this.#send = send;
    this.#callbacks = callbacks;
  }

  /** Adds a file to the queue under a key. */
  add(key: string, chosen: QueuedFile): void {
    this.#files.set(key, chosen);
    this.retry(key);
  }

  /**
   * Adds a picture to the queue again; nothing if it waits or runs already or its file is unknown.
   */
  retry(key: string): void {
    if (!this.#files.has(key) || this.#running.has(key) || this.#waiting.includes(key)) return;
    this.#waiting.push(key);
    this.#next();
  }

  /**
   * Cancels the upload with this key, waiting or running, without a callback; `unwanted` is called
   * if the host stored it nevertheless.
   */
  cancel(key: string): void {
    this.#files.delete(key);
    const at = this.#waiting.indexOf(key);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#running.get(key)?.abort();
  }

  /** Cancels all uploads. */
  cancelAll(): void {
    for (const key of [...this.#files.keys()]) this.cancel(key);
  }

  /** Starts waiting uploads until as many run as may. */
  #next(): void {
    while (this.#running.size < maxUploads) {
      const key = this.#waiting.shift();
      const chosen = key === undefined ? undefined : this.#files.get(key);
      if (key === undefined || chosen === undefined) return;
      void this.#run(key, chosen);
    }
  }

  /** Uploads a file and calls the callbacks, then starts the next upload. */
  async #run(key: string, chosen: QueuedFile): Promise<void> {
    const stop = new AbortController();
    const { signal } = stop;
    this.#running.set(key, stop);
    this.#callbacks.started(key);
    const onProgress = (done: number) => signal.aborted || this.#callbacks.progressed(key, done);
    try {
      const view = await this.#send({ ...chosen, onProgress, signal });
      this.#files.delete(key);
      if (signal.aborted) this.#callbacks.unwanted(view);
      else this.#callbacks.stored(key, view);
    } catch (error) {
      if (!signal.aborted) this.#callbacks.failed(key, error);
    }
    this.#running.delete(key);
    this.#next();
  }
}
