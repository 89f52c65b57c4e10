/** A translator that remembers what the real one said in the first drawing, and afterwards only plays it back. */
import {
  createTranslator as createRealTranslator,
  type Messages,
  type Translator,
} from "../../../client/language/translator.ts";
import type { Language } from "../../../client/contracts/language.ts";

export { flatten } from "../../../client/language/translator.ts";

// A page asks for its words in the same order in every drawing, so one number finds each of them.
const said: string[] = [];
const at = { next: 0 };

/** To be called before each drawing. */
export function rewind(): void {
  at.next = 0;
}

export function createTranslator(language: Language, messages?: Messages): Translator {
  const { t: real, add } = createRealTranslator(language, messages);
  return {
    t: (key, params) => {
      const text = said[at.next];
      at.next += 1;
      if (text !== undefined) return text;
      const fresh = real(key, params);
      said.push(fresh);
      return fresh;
    },
    add,
  };
}
