/** How long a text is, counted as the host counts it: code points of the composed form, line ends as one. */

export function lengthOf(text: string): number {
  const composed = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").normalize("NFC");
  return [...composed.trim()].length;
}
