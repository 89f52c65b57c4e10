/** Separates the title, meta and link tags, which React prints before the outermost element, from the page's markup. */

const open = '<div id="root">';
const close = "</div>";

/**
 * Splits React's markup into the head tags before the root element and the markup inside the root;
 * throws without a root element. The root's opening tag cannot occur in a head tag: React escapes
 * "<" in text and in attributes.
 */
export function splitHead(markup: string): { readonly head: string; readonly body: string } {
  const at = markup.indexOf(open);
  if (at < 0 || !markup.endsWith(close)) throw new Error("the markup has no root element");
  return { head: markup.slice(0, at), body: markup.slice(at + open.length, -close.length) };
}
