/** Uploads pictures, a few at a time, in the chosen order. */
import type { UploadView } from "../../../wire/types.generated.ts";

/** The host decodes two at once for all members; more would only wait there. */
const most = 2;

export interface Sending {
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

interface Chosen {
  readonly file: Blob;
  readonly name: string;
}

export class UploadQueue {
  readonly #send: (sending: Sending) => Promise<UploadView>;
  readonly #course: UploadCallbacks;
  readonly #files = new Map<string, Chosen>();
  readonly #waiting: string[] = [];
  readonly #running = new Map<string, AbortController>();

  constructor(send: (sending: Sending) => Promise<UploadView>, course: UploadCallbacks) {
    this.#send = send;
    this.#course = course;
  }

  add(key: string, chosen: Chosen): void {
    this.#files.set(key, chosen);
    this.retry(key);
  }

  /** Uploads a failed picture again; its file is still here. */
  retry(key: string): void {
    if (!this.#files.has(key) || this.#running.has(key) || this.#waiting.includes(key)) return;
    this.#waiting.push(key);
    this.#next();
  }

  cancel(key: string): void {
    this.#files.delete(key);
    const at = this.#waiting.indexOf(key);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#running.get(key)?.abort();
  }

  cancelAll(): void {
    for (const key of [...this.#files.keys()]) this.cancel(key);
  }

  #next(): void {
    while (this.#running.size < most) {
      const key = this.#waiting.shift();
      const chosen = key === undefined ? undefined : this.#files.get(key);
      if (key === undefined || chosen === undefined) return;
      void this.#run(key, chosen);
    }
  }

  async #run(key: string, chosen: Chosen): Promise<void> {
    const stop = new AbortController();
    const { signal } = stop;
    this.#running.set(key, stop);
    this.#course.started(key);
    const onProgress = (done: number) => signal.aborted || this.#course.progressed(key, done);
    try {
      const view = await this.#send({ ...chosen, onProgress, signal });
      this.#files.delete(key);
      if (signal.aborted) this.#course.unwanted(view);
      else this.#course.stored(key, view);
    } catch (error) {
      if (!signal.aborted) this.#course.failed(key, error);
    }
    this.#running.delete(key);
    this.#next();
  }
}
