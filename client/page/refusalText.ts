/** The message for an error: the text of its code, or a general one. */
import type { Translate } from "../language/translator.ts";
import { Refusal } from "../wire/refusal.ts";

export function refusalText(t: Translate, error: unknown): string {
  if (!(error instanceof Refusal)) return t("app.error");
  const minutes = Math.ceil(Number(error.params.seconds) / 60);
  if (error.code === "app.tooManyRequests" && minutes > 1)
    return t("app.tooManyRequestsLong", { minutes });
  const text = t(error.key, error.params);
  return text === error.code ? t("app.error") : text;
}
