/** Anchors of the names in a drawn pedigree. */

/**
 * Returns the anchor of a record's name in a diagram; an id in SVG is an XML name, which begins
 * with a letter.
 */
export function anchorOf(id: string): string {
  return /^\d/.test(id) ? `line-${id}` : id;
}
