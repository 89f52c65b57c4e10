/** Which styles a page's first view needs; the order is that of the style sheet of all pages. */

/**
 * Returns a module and all that it imports, statically or dynamically; imports of `barred` modules
 * are not followed.
 */
function reachable(inputs, module, barred, found = new Set()) {
  if (found.has(module) || !inputs[module]) return found;
  found.add(module);
  if (barred.has(module)) return found;
  for (const { path } of inputs[module].imports) reachable(inputs, path, barred, found);
  return found;
}

/**
 * Returns the style files of each page, by its name. `tables` are the modules that name all pages: what they load is not
 * followed from elsewhere. `modules` has the modules that each page begins with.
 */
export function stylesOf({ inputs, order, entry, tables, modules }) {
  const barred = new Set(tables);
  const frame = reachable(inputs, entry, barred);
  return Object.fromEntries(
    Object.entries(modules).map(([page, begins]) => {
      const needed = new Set(frame);
      for (const module of begins) reachable(inputs, module, barred, needed);
      return [page, order.filter((file) => needed.has(file))];
    }),
  );
}
