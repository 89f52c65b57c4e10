/** Selection of pages and records to render: all for `make audit`, every second one for `make test`. */
import type { Language } from "../../client/contracts/language.ts";
import type { PageName } from "../../client/contracts/routes.ts";
import { eachLanguage } from "../client/messages.ts";
import { pageNames } from "./payloads.ts";

const isAudit = process.env.CHANOKI_AUDIT === "1";

/** Returns the items to render in a language: all for the audit, else half of them, and the other half in the other language. */
export function sweptItems<Item>(items: readonly Item[], language: Language): readonly Item[] {
  return items.filter((_, at) => isAudit || eachLanguage[at % 2] === language);
}

/** Returns the pages to render in a language. */
export function sweptPages(language: Language): readonly PageName[] {
  return sweptItems(pageNames, language);
}
