/** Store of the current member: fresh for five minutes, kept for ten, one retry. */
import { currentUserFreshMs, currentUserKeptMs } from "../../contracts/limits.generated.ts";
import type { SessionView } from "../../wire/types.generated.ts";

const retryMs = 1000;

interface Dependencies {
  readonly load: () => Promise<SessionView>;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

/** Cache of the current member of this tab. */
export class CurrentMemberCache {
  readonly #dependencies: Dependencies;
  #entry: { readonly view: SessionView; readonly at: number } | undefined;
  #loading: Promise<SessionView | null> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the stored answer; undefined without one or when it is older than ten minutes. */
  peek(): SessionView | undefined {
    return this.#age() < currentUserKeptMs ? this.#entry?.view : undefined;
  }

  /** Returns whether the stored answer is younger than five minutes. */
  isFresh(): boolean {
    return this.#age() < currentUserFreshMs;
  }

  /** Stores an answer of the host. */
  put(view: SessionView): void {
    this.#entry = { view, at: this.#dependencies.now() };
  }

  /** Removes the stored answer. */
  clear(): void {
    this.#entry = undefined;
  }

  /**
   * Requests the current member, one request at a time, with one retry; null when that fails too.
   */
  load(): Promise<SessionView | null> {
    this.#loading ??= this.#request().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /** Requests the current member, once more after a second; null when both fail. */
  async #request(): Promise<SessionView | null> {
    const { load, wait } = this.#dependencies;
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

  /** Returns the age of the stored answer in milliseconds; infinity without one. */
  #age(): number {
    return this.#entry ? this.#dependencies.now() - this.#entry.at : Number.POSITIVE_INFINITY;
  }
}
