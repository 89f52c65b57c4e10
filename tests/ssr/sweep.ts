/** What `make audit` renders of every page or record, and `make test` of every second one. */
import type { Language } from "../../client/contracts/language.ts";
import type { PageName } from "../../client/contracts/routes.ts";
import { eachLanguage } from "../client/words.ts";
import { pageNames } from "./payloads.ts";

const isAudit = process.env.CHANOKI_AUDIT === "1";

/** The items whose turn it is in a language: each in one of the two, for the audit in both. */
export function inTurn<Item>(items: readonly Item[], language: Language): readonly Item[] {
  return items.filter((_, at) => isAudit || eachLanguage[at % 2] === language);
}

/** The pages to render in a language, or once more in it. */
export function pagesInTurn(language: Language): readonly PageName[] {
  return inTurn(pageNames, language);
}
