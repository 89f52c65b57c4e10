/** What `make audit` renders of every page, and `make test` of every second one in each language. */
import type { Language } from "../../client/contracts/language.ts";
import type { PageName } from "../../client/contracts/routes.ts";
import { eachLanguage } from "../client/words.ts";
import { pageNames } from "./payloads.ts";

const isAudit = process.env.CHANOKI_AUDIT === "1";

/** The pages to render once more in a language: each page in one of the two, or in both. */
export function pagesOnceMoreIn(language: Language): readonly PageName[] {
  return pageNames.filter((_, at) => isAudit || eachLanguage[at % 2] === language);
}
