/** Translator that records the strings of the real one in the first render and returns them in later renders. */
import {
  createTranslator as createRealTranslator,
  type Messages,
  type Translator,
} from "../../../client/language/translator.ts";
import type { Language } from "../../../client/contracts/language.ts";

export { flatten } from "../../../client/language/translator.ts";

// A page requests its messages in the same order in every render, so a counter finds each of them.
const recorded: string[] = [];
const position = { next: 0 };

/** Must be called before each render. */
export function rewind(): void {
  position.next = 0;
}

export function createTranslator(language: Language, messages?: Messages): Translator {
  const { t: real, add } = createRealTranslator(language, messages);
  return {
    t: (key, params) => {
      const text = recorded[position.next];
      position.next += 1;
      if (text !== undefined) return text;
      const fresh = real(key, params);
      recorded.push(fresh);
      return fresh;
    },
    add,
  };
}
