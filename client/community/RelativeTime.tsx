/** The age of a post or comment; the full date is its title. */
import { dateText, machineText, momentText } from "../language/dates.ts";
import { type Age, ageOf } from "../language/relativeTime.ts";
import { usePage } from "../page/PageContext.ts";
import { useSyncExternalStore } from "react";

const tickMs = 30_000;

/**
 * Clock of the page: one timer for all components that show ages, running while at least one
 * subscribes.
 */
class Clock {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Calls the listener every 30 seconds; returns a function that stops the calls. */
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

  /**
   * Returns the time in milliseconds, rounded up to 30 seconds, so that all components read the
   * same value.
   */
  readonly read = (): number => Math.ceil(Date.now() / tickMs) * tickMs;

  /** Calls all listeners. */
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Returns undefined, which stands for the host's time. */
const hostTime = () => undefined;

/**
 * Returns the browser's time in milliseconds; undefined in the first render, which uses the host's
 * time.
 */
function useNow(): number | undefined {
  const { store } = usePage();
  const clock = store.singleton(Clock);
  return useSyncExternalStore(clock.subscribe, clock.read, hostTime);
}

interface RelativeTimeProps {
  readonly instant: string;
  /** The age at the host's time of rendering, for the first render. */
  readonly age?: Age;
}

/**
 * Renders how long ago an instant was. The first render uses the host's time, so that HTML and
 * browser agree.
 */
export function RelativeTime({ instant, age: first }: RelativeTimeProps) {
  const page = usePage();
  const { language, t } = page;
  const now = useNow();
  const age = first && now === undefined ? first : ageOf(instant, now ?? Date.parse(page.now));
  /** Writes the age in words, or the date of an old instant. */
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
