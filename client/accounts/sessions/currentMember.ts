/** Store of the current member: fresh for five minutes, kept for ten, one retry. */
import { currentUserFreshMs, currentUserKeptMs } from "../../contracts/limits.generated.ts";
import type { SessionView } from "../../wire/types.generated.ts";

const retryMs = 1000;

interface Sources {
  readonly load: () => Promise<SessionView>;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export class CurrentMemberCache {
  readonly #sources: Sources;
  #kept: { readonly view: SessionView; readonly at: number } | undefined;
  #loading: Promise<SessionView | null> | undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The stored member, unless it is too old. */
  peek(): SessionView | undefined {
    return this.#age() < currentUserKeptMs ? this.#kept?.view : undefined;
  }

  isFresh(): boolean {
    return this.#age() < currentUserFreshMs;
  }

  put(view: SessionView): void {
    this.#kept = { view, at: this.#sources.now() };
  }

  clear(): void {
    this.#kept = undefined;
  }

  /** Asks the host, one request at a time; null when the retry fails too. */
  load(): Promise<SessionView | null> {
    this.#loading ??= this.#ask().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #ask(): Promise<SessionView | null> {
    const { load, wait } = this.#sources;
    try {
      const view = await load().catch(async () => {
        await wait(retryMs);
        return load();
      });
      this.put(view);
      return view;
    } catch {
      return null;
    }
  }

  #age(): number {
    return this.#kept ? this.#sources.now() - this.#kept.at : Number.POSITIVE_INFINITY;
  }
}
