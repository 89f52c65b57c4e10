/** Web addresses and mentions within a text of a member. */

export interface TextPart {
  readonly text: string;
  readonly isAddress: boolean;
  /** Id of the member whom the part names. */
  readonly member?: string;
}

interface Mention {
  readonly id: string;
  readonly at: number;
  readonly length: number;
}

// A host has letters of any script and ends in a Latin top-level domain, or in a Japanese one; the path is
// ASCII, so that an address ends where Japanese words or punctuation begin.
const host =
  "(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}\\p{M}-]{0,61}[\\p{L}\\p{N}\\p{M}])?\\.)+(?:xn--[a-z0-9-]{2,59}|[a-z]{2,24}|みんな|コム|世界)";
const path = "(?::\\d{1,5})?(?:[/?#][\\w\\-.~:/?#[\\]@!$&'()*+,;=%]*)?";
const addresses = new RegExp(`\\bhttps?://${host}(?![a-z0-9@_-])${path}`, "giu");

/** Divides a text into web addresses and the text between them; joined, the parts are the text. */
export function textParts(text: string): readonly TextPart[] {
  if (!text.includes("://")) return [{ text, isAddress: false }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(addresses)) {
    const address = withoutPunctuation(found);
    if (!isWebAddress(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isAddress: false });
    parts.push({ text: address, isAddress: true });
    end = index + address.length;
  }
  if (end < text.length || end === 0) parts.push({ text: text.slice(end), isAddress: false });
  return parts;
}

/**
 * Divides a text into web addresses, mentions and the text between. `mentions` are those of the
 * whole text, also where `text` is cut: one beyond its end is left out, one that is cut stays a
 * mention.
 */
export function partsWithMentions(text: string, mentions: readonly Mention[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { id, at, length } of mentions) {
    if (text[at] !== "@" || at < end) continue;
    if (at > end) parts.push(...textParts(text.slice(end, at)));
    end = at + length;
    parts.push({ text: text.slice(at, end), isAddress: false, member: id });
  }
  return end && end >= text.length ? parts : [...parts, ...textParts(text.slice(end))];
}

/**
 * Returns an address without characters of the sentence around it: punctuation at the end, and
 * closing brackets that were opened before.
 */
function withoutPunctuation(address: string): string {
  let parens = count(address, ")") - count(address, "(");
  let squares = count(address, "]") - count(address, "[");
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ")" ? parens-- <= 0 : last === "]" ? squares-- <= 0 : !/[.,;:!?'*]/.test(last))
      break;
  }
  return address.slice(0, end);
}

/** Counts how often a sign occurs in a text. */
function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** Returns whether a text is an http or https address. */
function isWebAddress(address: string): boolean {
  try {
    return /^https?:$/.test(new URL(address).protocol);
  } catch {
    return false;
  }
}
