/** Messages in the page's own language, for whatever a component has to tell. */
import { type Message, notify, notifyNext } from "../ui/notify.ts";
import { usePage } from "./PageContext.ts";
import { refusalText } from "./refusalText.ts";

export interface Notify {
  readonly say: (text: string) => void;
  /** With a way to go on from it, where there is one; what is returned takes it away again. */
  readonly alert: (text: string, link?: Message["link"]) => () => void;
  /** Shown by the page that a full load is about to bring. */
  readonly sayNext: (text: string) => void;
  /** The text of whatever went wrong. */
  readonly reason: (error: unknown) => string;
}

export function useNotify(): Notify {
  const { t } = usePage();
  const close = t("app.close");
  return {
    say: (text) => notify({ text, kind: "status", close }),
    alert: (text, link) => notify({ text, kind: "alert", close, ...(link && { link }) }),
    sayNext: (text) => notifyNext({ text, kind: "status", close }),
    reason: (error) => refusalText(t, error),
  };
}
