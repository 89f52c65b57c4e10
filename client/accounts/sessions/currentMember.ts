/** Store of the current member: fresh for five minutes, kept for ten, one retry. */
import { currentUserFreshMs, currentUserKeptMs } from "../../contracts/limits.generated.ts";
import type { SessionView } from "../../wire/types.generated.ts";

const retryMs = 1000;

interface Dependencies {
  readonly load: () => Promise<SessionView>;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

export class CurrentMemberCache {
  readonly #dependencies: Dependencies;
  #entry: { readonly view: SessionView; readonly at: number } | undefined;
  #loading: Promise<SessionView | null> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the stored member, unless it is too old. */
  peek(): SessionView | undefined {
    return this.#age() < currentUserKeptMs ? this.#entry?.view : undefined;
  }

  isFresh(): boolean {
    return this.#age() < currentUserFreshMs;
  }

  put(view: SessionView): void {
    this.#entry = { view, at: this.#dependencies.now() };
  }

  clear(): void {
    this.#entry = undefined;
  }

  /** Fetches the current member, one request at a time; null when the retry fails too. */
  load(): Promise<SessionView | null> {
    this.#loading ??= this.#request().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

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

  #age(): number {
    return this.#entry ? this.#dependencies.now() - this.#entry.at : Number.POSITIVE_INFINITY;
  }
}
