/** The time, for what grows old while it is read: the host's clock first, then the browser's own. */
import { useSyncExternalStore } from "react";
import { usePage } from "./PageContext.ts";

const tickMs = 30_000;

/** One timer for the whole page, which runs while somebody looks at it. */
class Clock {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#tell(), tickMs);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  /** The same for everybody within a tick. */
  readonly read = (): number => Math.ceil(Date.now() / tickMs) * tickMs;

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const still = () => undefined;

/** Nothing in the first render of a page, which says what the host said; those that follow look at the clock. */
export function useNow(): number | undefined {
  const { store } = usePage();
  const clock = store.only(Clock);
  return useSyncExternalStore(clock.subscribe, clock.read, still);
}
