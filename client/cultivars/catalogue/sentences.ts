/** Splits the catalogue's texts into sentences. */

// In English a full stop also follows "No" before a number.
const firstInText = /^.+?(?:。|(?<!\bNo)[.!?](?=\s|$))/su;

/** Returns the first sentence with its full stop, or the whole text. */
export function firstSentence(text: string): string {
  return firstInText.exec(text)?.[0] ?? text;
}
