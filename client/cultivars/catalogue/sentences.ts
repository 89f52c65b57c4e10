/** Cuts a text into sentences, as far as the catalogue's own texts need it. */

// In English a full stop also follows "No" before a number, and that is not an end.
const firstInText = /^.+?(?:。|(?<!\bNo)[.!?](?=\s|$))/su;

/** The first sentence with its full stop; the whole text where none ends. */
export function firstSentence(text: string): string {
  return firstInText.exec(text)?.[0] ?? text;
}
