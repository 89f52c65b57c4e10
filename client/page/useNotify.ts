/** Messages in the page's language for components. */
import { type Message, notify, notifyNext } from "../ui/notify.ts";
import { usePage } from "./PageContext.ts";
import { refusalText } from "./refusalText.ts";

export interface Notify {
  readonly inform: (text: string) => void;
  /** With an optional link; returns a function that removes the message. */
  readonly alert: (text: string, link?: Message["link"]) => () => void;
  /** Shown by the page after the next full load. */
  readonly informNext: (text: string) => void;
  /** The text of an error. */
  readonly reason: (error: unknown) => string;
}

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
