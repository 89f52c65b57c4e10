/** The age of a post or comment; the full date is its title. */
import { dateText, machineText, momentText } from "../language/dates.ts";
import { type Age, ageOf } from "../language/relativeTime.ts";
import { usePage } from "../page/PageContext.ts";
import { useSyncExternalStore } from "react";

const tickMs = 30_000;

/** One timer for the page, running while the tab is visible. */
class Clock {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#notify(), tickMs);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  /** Returns the same value for all components within a tick. */
  readonly read = (): number => Math.ceil(Date.now() / tickMs) * tickMs;

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const still = () => undefined;

/** Returns the host's time in the first render, and the browser's clock in later ones. */
function useNow(): number | undefined {
  const { store } = usePage();
  const clock = store.singleton(Clock);
  return useSyncExternalStore(clock.subscribe, clock.read, still);
}

interface RelativeTimeProps {
  readonly instant: string;
  /** The age at the host's time of rendering, for the first render. */
  readonly age?: Age;
}

/**
 * Shows how long ago an instant was; the first render uses the server's clock, so that both
 * agree.
 */
export function RelativeTime({ instant, age: first }: RelativeTimeProps) {
  const page = usePage();
  const { language, t } = page;
  const now = useNow();
  const age = first && now === undefined ? first : ageOf(instant, now ?? Date.parse(page.now));
  const text = () => {
    if (age.unit === "now") return t("post.time.now");
    if (age.unit === "date") return dateText(instant, language);
    return t(`post.time.${age.unit}`, { count: age.count });
  };
  return (
    <time dateTime={machineText(instant)} title={momentText(instant, language)}>
      {text()}
    </time>
  );
}
