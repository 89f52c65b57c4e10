/** Notifications in the page's language, and the texts of errors. */
import { useRef } from "react";
import { type Message, notify, notifyNext } from "../ui/notify.ts";
import { usePage } from "./PageContext.ts";
import type { Translate } from "../language/translator.ts";
import { Refusal } from "../wire/refusal.ts";

export interface Notify {
  readonly inform: (text: string) => void;
  /** With an optional link; returns a function that removes the message. */
  readonly alert: (text: string, link?: Message["link"]) => () => void;
  /** Shown by the page after the next full load. */
  readonly informNext: (text: string) => void;
  /** The text of an error. */
  readonly reason: (error: unknown) => string;
}

/**
 * Returns functions that show messages in the page's language, and one for the text of an error.
 */
export function useNotify(): Notify {
  const { t } = usePage();
  const close = t("app.close");
  return {
    inform: (text) => notify({ text, kind: "status", close }),
    alert: (text, link) => notify({ text, kind: "alert", close, ...(link && { link }) }),
    informNext: (text) => notifyNext({ text, kind: "status", close }),
    reason: (error) => refusalText(t, error),
  };
}

/**
 * Returns a function that removes the message of the previous attempt of an action, which is no
 * longer valid, and shows `text` as the new one, if there is any. An attempt begins with it.
 */
export function useLastAlert(): (text?: string) => void {
  const { alert } = useNotify();
  const remove = useRef<() => void>(undefined);
  return (text) => {
    remove.current?.();
    remove.current = text === undefined ? undefined : alert(text);
  };
}

/**
 * Returns the message for an error: the text of its code, or a general one. A rate limit of more
 * than a minute gives its wait in minutes, not in seconds.
 */
export function refusalText(t: Translate, error: unknown): string {
  if (!(error instanceof Refusal)) return t("app.error");
  const count = Number(error.params.seconds);
  const minutes = Math.ceil(count / 60);
  if (error.code === "app.tooManyRequests" && minutes > 1)
    return t("app.tooManyRequestsLong", { minutes });
  const text = t(error.key, count > 0 ? { ...error.params, count } : error.params);
  return text === error.code ? t("app.error") : text;
}
