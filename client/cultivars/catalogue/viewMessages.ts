/** Language and messages that views of the catalogue are made with. */
import type { Language } from "../../contracts/language.ts";
import type { Translate } from "../../language/translator.ts";

export interface ViewMessages {
  readonly language: Language;
  readonly t: Translate;
}
