/** The current time for relative times: the host's clock at first, then the browser's. */
import { useSyncExternalStore } from "react";
import { usePage } from "./PageContext.ts";

const tickMs = 30_000;

/** One timer for the page, running while the tab is visible. */
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

  /** The same value for all components within a tick. */
  readonly read = (): number => Math.ceil(Date.now() / tickMs) * tickMs;

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const still = () => undefined;

/** The first render uses the host's time; later ones the browser's clock. */
export function useNow(): number | undefined {
  const { store } = usePage();
  const clock = store.only(Clock);
  return useSyncExternalStore(clock.subscribe, clock.read, still);
}
