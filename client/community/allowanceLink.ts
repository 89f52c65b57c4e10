/** The link of a refusal to the table of allowances. */
import { pathFor } from "../language/paths.ts";
import type { Page } from "../page/PageContext.ts";
import { Refusal } from "../wire/refusal.ts";

/**
 * Returns the link to the table of allowances if the error refuses a new member who is over them;
 * undefined for other errors.
 */
export function allowanceLink({ t, language }: Pick<Page, "t" | "language">, error: unknown) {
  if (!(error instanceof Refusal && error.code.endsWith(".newMemberPace"))) return;
  return {
    text: t("app.footer.guidelines"),
    href: `${pathFor("guidelines", language)}#allowances`,
  };
}
