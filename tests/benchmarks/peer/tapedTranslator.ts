/** A translator that remembers what the real one said in the first drawing, and afterwards only plays it back. */
import type { Messages, Translate } from "../../../client/language/translator.ts";
import { translator as realTranslator } from "../../../client/language/translator.ts";
import type { Language } from "../../../client/contracts/language.ts";

export { flatten } from "../../../client/language/translator.ts";

// A page asks for its words in the same order in every drawing, so one number finds each of them.
const said: string[] = [];
const at = { next: 0 };

/** To be called before each drawing. */
export function rewind(): void {
  at.next = 0;
}

export function translator(language: Language, messages: Messages): Translate {
  const real = realTranslator(language, messages);
  return (key, params) => {
    const text = said[at.next];
    at.next += 1;
    if (text !== undefined) return text;
    const fresh = real(key, params);
    said.push(fresh);
    return fresh;
  };
}
