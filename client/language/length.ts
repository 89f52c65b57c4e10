/** How long a text is, counted as the host counts it: code points of the composed form, line ends as one. */

/** A text as the host keeps it: composed, one kind of line end, nothing blank around it. */
export function settled(text: string): string {
  const composed = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").normalize("NFC");
  return composed.trim();
}

export function lengthOf(text: string): number {
  return [...settled(text)].length;
}
