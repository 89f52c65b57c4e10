/** Estimates the width of names and shortens long ones. */
import type { Label } from "../../contracts/pedigree.ts";

// Widths in em of a sans-serif font, rounded up, because the reader's font is unknown.
/** Characters from here on are as wide as high. */
const firstOfEastAsia = "\u2e80";
const narrow = /[fijlrtI.,:;'()|\- ]/;
const broad = /[mwMW@%]/;

/** Estimates the width of a character in em. */
function characterWidth(character: string): number {
  if (character >= firstOfEastAsia) return 1;
  if (narrow.test(character)) return 0.36;
  if (broad.test(character)) return 0.88;
  return character >= "A" && character <= "Z" ? 0.68 : 0.58;
}

/** Estimates the width of a text in the unit of `size`, the font size. */
export function textWidth(text: string, size: number): number {
  return [...text].reduce((sum, character) => sum + characterWidth(character) * size, 0);
}

/**
 * Returns a name without its brackets and without the part after its colon, which other parts of
 * the diagram show.
 */
function shortName(name: string): string {
  const [head = name] = name.replace(/\s*[(（][^)）]*[)）]/g, "").split(/[:：]/);
  return head.trim() || name;
}

/**
 * Returns the positions at which a name may be broken: its spaces; without any, those
 * inside a Japanese name that leave at least two characters on each side.
 */
function breakPlaces(text: string): readonly number[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  if (spaces.length > 0 || text < firstOfEastAsia) return spaces;
  return [...text].map((_, index) => index).slice(2, -1);
}

/** Returns a text as one line if it fits in `room` or cannot be broken, else as two lines. */
function fold(text: string, size: number, room: number): readonly string[] {
  if (textWidth(text, size) <= room) return [text];
  const halves = breakPlaces(text).map((at) => [text.slice(0, at), text.slice(at).trim()]);
  /** Returns the width of the widest of the lines. */
  const widest = (lines: readonly string[]) =>
    Math.max(...lines.map((line) => textWidth(line, size)));
  return halves.sort((a, b) => widest(a) - widest(b))[0] ?? [text];
}

export interface Fit {
  readonly size: number;
  readonly room: number;
}

/**
 * Shortens a label and divides it into lines, for each language in which it is wider than the room.
 */
export function fitLabel<Name extends Label>(name: Name, { size, room }: Fit): Name {
  const linesJa = fold(shortName(name.nameJa), size, room);
  const linesEn = fold(shortName(name.nameEn), size, room);
  return {
    ...name,
    ...(linesJa.length > 1 || linesJa[0] !== name.nameJa ? { linesJa } : {}),
    ...(linesEn.length > 1 || linesEn[0] !== name.nameEn ? { linesEn } : {}),
  };
}

/** Estimates the width of a label in the wider of its two languages, in the unit of `size`. */
export function labelWidth({ nameJa, nameEn, linesJa, linesEn }: Label, size: number): number {
  const lines = [...(linesJa ?? [nameJa]), ...(linesEn ?? [nameEn])];
  return Math.max(...lines.map((line) => textWidth(line, size)));
}
