/**
 * Which shared modules come in one chunk. By itself the bundler makes a chunk for each set of pages and lazy parts that
 * share modules, dozens of them with a few hundred bytes each.
 */

const create = "client/community/compose/CreatePostPage.tsx";
const community = "client/community/feed/CommunityPage.tsx";
const post = "client/community/detail/PostPage.tsx";
const home = "client/home/HomePage.tsx";
const cultivar = "client/cultivars/CultivarPage.tsx";
const cultivars = "client/cultivars/CultivarListPage.tsx";

/** Pages whose shared modules come in one chunk; a module belongs to the first family that shares it. */
const families = [
  [create, community, post],
  [community, post],
  [home, cultivar],
];

/** Pages that visitors read most; what only other pages share would make their scripts larger. */
const readingPages = [home, cultivars, cultivar, community, post];

/** Minified size below which a separate file costs more than the same bytes in the entry. */
const smallBytes = 700;

const isCode = (module) => /\.tsx?$/.test(module);

/**
 * Returns a module and its static imports, transitively, without the `skipped` modules and what
 * only they import.
 */
function closure(inputs, module, skipped, found = new Set()) {
  if (found.has(module) || skipped.has(module)) return found;
  found.add(module);
  for (const { path, kind } of inputs[module].imports) {
    if (kind === "import-statement" && inputs[path]) closure(inputs, path, skipped, found);
  }
  return found;
}

/**
 * Returns groups of modules that several pages or lazy parts share, as the bundler would make
 * chunks of them; each group has its users.
 */
function sharedGroups(closures) {
  const groups = new Map();
  for (const module of new Set(
    closures.values().flatMap((modules) => modules.values().filter(isCode)),
  )) {
    const users = [...closures.keys()].filter((piece) => closures.get(piece).has(module));
    const key = users.join();
    groups.set(key, { users, modules: [...(groups.get(key)?.modules ?? []), module] });
  }
  return [...groups.values()].filter(({ users }) => users.length > 1);
}

/** Returns the minified size of each module in bytes. */
function sizesOf(outputs) {
  const sizes = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([module]) => !module.endsWith(".css"))
      .map(([module, { bytesInOutput }]) => [module, bytesInOutput]),
  );
  return new Map(sizes);
}

/**
 * Returns the groups that join the entry because they are small with all their imports and a page
 * of `readingPages` uses them, the most used first.
 */
function smallGroups(groups, { inputs, sizes, frame }) {
  const known = new Set(frame);
  const isSmall = ({ users, modules }) => {
    if (!users.some((user) => readingPages.includes(user))) return false;
    const brought = new Set();
    for (const module of modules) closure(inputs, module, known, brought);
    const bytes = [...brought].reduce((sum, module) => sum + (sizes.get(module) ?? 0), 0);
    if (bytes < smallBytes) for (const module of brought) known.add(module);
    return bytes < smallBytes;
  };
  return groups.toSorted((a, b) => b.users.length - a.users.length).filter(isSmall);
}

/**
 * Returns, by module, the imports to add to the entry, to each page and to each lazy part, so that
 * shared modules come in few chunks. They are computed from the metafile of a build without them.
 */
export function companionsOf({ inputs, outputs }, entry, pages) {
  const frame = closure(inputs, entry, new Set());
  const sizes = sizesOf(outputs);
  const pieces = Object.values(outputs).flatMap(({ entryPoint = entry }) =>
    entryPoint === entry ? [] : [entryPoint],
  );
  const closures = new Map(pieces.map((piece) => [piece, closure(inputs, piece, frame)]));
  const groups = sharedGroups(closures).filter(({ users }) =>
    users.some((user) => pages.includes(user)),
  );
  const small = smallGroups(groups, { inputs, sizes, frame });
  const rest = new Set(groups.filter((group) => !small.includes(group)));
  const ofFamilies = families.map((family) => {
    const shared = [...rest].filter(({ users }) => family.every((page) => users.includes(page)));
    for (const group of shared) rest.delete(group);
    return shared.flatMap(({ modules }) => modules);
  });
  const familyOf = (piece) =>
    ofFamilies
      .filter((modules) => modules.some((module) => closures.get(piece).has(module)))
      .flat();
  const companions = pieces.map((piece) => [piece, [entry, ...familyOf(piece)]]);
  return Object.fromEntries([[entry, small.flatMap(({ modules }) => modules)], ...companions]);
}
