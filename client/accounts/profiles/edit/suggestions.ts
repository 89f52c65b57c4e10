/** A handful drawn by chance, each at most once; the chance is handed in. */

/** What was drawn last comes again only when there is too little else. */
export function draw<Item>(
  items: readonly Item[],
  count: number,
  { random, last = [] }: { readonly random: () => number; readonly last?: readonly Item[] },
): readonly Item[] {
  const others = items.filter((item) => !last.includes(item));
  const rest = others.length >= count ? others : [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && rest.length > 0) {
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return drawn;
}
