/** Messages in the page's own language, for whatever a component has to tell. */
import { notify, notifyNext } from "../ui/notify.ts";
import { usePage } from "./PageContext.ts";
import { refusalText } from "./refusalText.ts";

export interface Notify {
  readonly say: (text: string) => void;
  readonly alert: (text: string) => void;
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
    alert: (text) => notify({ text, kind: "alert", close }),
    sayNext: (text) => notifyNext({ text, kind: "status", close }),
    reason: (error) => refusalText(t, error),
  };
}
