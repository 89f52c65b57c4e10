/** A few distinct random items; the random source is an argument. */

/**
 * Returns `count` different items at random; it repeats items of the `last` selection only when
 * there are too few others.
 */
export function randomItems<Item>(
  items: readonly Item[],
  count: number,
  { random, last = [] }: { readonly random: () => number; readonly last?: readonly Item[] },
): readonly Item[] {
  const others = items.filter((item) => !last.includes(item));
  const rest = others.length >= count ? others : [...items];
  const chosen: Item[] = [];
  while (chosen.length < count && rest.length > 0) {
    chosen.push(...rest.splice(Math.floor(random() * rest.length), 1));
  }
  return chosen;
}
