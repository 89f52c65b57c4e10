/** Length of a text as the host counts it: code points in NFC, each line end as one. */

// White space and invisible characters; server/contracts/texts.py has the same list.
const spaces =
  "\\s\\x1c-\\x1f\\x85\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0";
const controls =
  "\\u202a-\\u202e\\ufe00-\\ufe0f\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}";
const space = new RegExp(`[${spaces}]`, "u");
const blankLines = new RegExp(`\\n[${spaces}]*\\n`, "g");
const nothing = new RegExp(`^[${spaces}${controls}\\p{Mn}\\p{Me}]*$`, "u");

/**
 * Returns a text as the host stores it: NFC, "\n" as line end, one blank line at most, trimmed;
 * empty if all characters are invisible.
 */
export function normalized(text: string): string {
  const composed = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n").normalize("NFC");
  return nothing.test(composed) ? "" : trimText(composed.replace(blankLines, "\n\n"));
}

/** Returns the number of code points of the text as the host stores it. */
export function lengthOf(text: string): number {
  return [...normalized(text)].length;
}

/** Returns a text without spaces and invisible characters at both ends. */
function trimText(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
