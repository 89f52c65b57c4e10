/** What a reader is told of an error: the text of its code, or that something went wrong. */
import type { Translate } from "../language/translator.ts";
import { Refusal } from "../wire/refusal.ts";

export function refusalText(t: Translate, error: unknown): string {
  if (!(error instanceof Refusal)) return t("app.error");
  const text = t(error.key, error.params);
  return text === error.code ? t("app.error") : text;
}
