/** Bundles the browser code: hashed chunks, one stylesheet, precompressed copies, and the manifest for the host. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { pageParts } from "./app/pages.generated.ts";
import { languages } from "./contracts/language.ts";

const routes = JSON.parse(readFileSync("shared/routes.json", "utf8"));
const entryPoint = "client/hydrate.tsx";
const out = "build/client";
const assets = `${out}/assets`;

const named = (record, names) => Object.fromEntries(names.map((name) => [name, record[name]]));

function leanRoutes(routes) {
  const read = ["path", "frame", "footer", "guard", "indexed", "preload"];
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, named(route, read)]),
  );
}

const code = (path) => readFileSync(path, "utf8");

/** Data by itself: the bundler would also export each of its fields by name. */
const plainData = (path) => ({
  contents: reaching(`export default ${code(path)}`, frame),
  loader: "js",
});

/** The limits as constants, of which a page carries only those that it reads. */
function plainLimits(path) {
  const limits = JSON.parse(code("shared/limits.json"));
  const [, read] = /export const \{([^}]*)\}/.exec(code(path));
  const names = read
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  const constants = names.map((name) => `export const ${name} = ${JSON.stringify(limits[name])};`);
  return { contents: constants.join("\n"), loader: "js" };
}

/** What only the host or the build reads of the shared tables does not travel to every reader. */
const leanTables = {
  name: "lean tables",
  setup({ onLoad }) {
    onLoad({ filter: /shared\/routes\.json$/ }, ({ path }) => {
      const routes = leanRoutes(JSON.parse(code(path)));
      return { contents: JSON.stringify(routes), loader: "json" };
    });
    onLoad({ filter: /(?:shared\/locales|build\/catalogue)\/.+\.json$/ }, ({ path }) =>
      plainData(path),
    );
    onLoad({ filter: /client\/contracts\/limits\.ts$/ }, ({ path }) => plainLimits(path));
  },
};

/** Small modules that the entry always brings; every other piece of code is loaded after it. */
const frame = [
  "client/contracts/catalogue.ts",
  "client/contracts/figures.ts",
  "client/contracts/limits.ts",
  "client/language/dates.ts",
  "client/language/detect.ts",
  "client/language/excerpt.ts",
  "client/page/address.ts",
  "client/page/fragments.ts",
  "client/page/LoadFailed.tsx",
  "client/page/PageHead.tsx",
  "client/page/PageLink.tsx",
  "client/page/PageStatus.tsx",
  "client/page/ShareButton.tsx",
  "client/page/useEarlyInput.ts",
  "client/page/useNotify.ts",
  "client/accounts/sessions/markerKey.ts",
  "client/accounts/sessions/useSession.ts",
  "client/ui/Avatar.tsx",
  "client/ui/Button.tsx",
  "client/ui/FilterSelect.tsx",
  "client/ui/Panel.tsx",
  "client/wire/request.ts",
];

/** What every page with a post on it brings, and whatever is loaded on such a page. */
const posts = [
  "client/page/cache/posts.ts",
  "client/cultivars/catalogue/useCultivarNames.ts",
  "client/community/AuthorName.tsx",
  "client/community/CategoryBadge.tsx",
  "client/community/ConfirmLater.tsx",
  "client/community/RelativeTime.tsx",
  "client/community/Stars.tsx",
  "client/community/live/useLive.ts",
  "client/community/post/LikeButton.tsx",
  "client/community/post/CommentIcon.tsx",
  "client/community/post/OwnMenu.tsx",
  "client/community/post/PostPicture.tsx",
  "client/contracts/postCategories.ts",
  "client/contracts/prefectures.ts",
  "client/contracts/reference.ts",
  "client/language/length.ts",
];
const showsPosts = /client\/(?:community|accounts\/profiles)\//;

/** What the pages of the catalogue share. */
const catalogue = [
  "client/cultivars/catalogue/CultivarCard.tsx",
  "client/cultivars/catalogue/HarvestLine.tsx",
  "client/cultivars/catalogue/Phrases.tsx",
];
const showsCultivars = /client\/(?:cultivars\/[A-Z]|home\/)/;

const piecesOf = (path) => [
  ...frame,
  ...(showsPosts.test(path) ? posts : []),
  ...(showsCultivars.test(path) ? catalogue : []),
];

/** A module reaches others that it does not name. */
const reaching = (text, modules) =>
  [text, ...modules.map((module) => `import ${JSON.stringify(resolve(module))};`)].join("\n");

/** The rooms below the frame, which may not reach it. */
const below = /client\/(?:page\/cache|contracts|language|ui|wire)\//;

/** Every module that some other loads when it is needed, by an import that names it. */
function loadedLater() {
  const files = readdirSync("client", { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  const named = files.flatMap((file) => {
    const text = code(`client/${file}`);
    const imports = text.matchAll(/\bimport\("(\.[^"]+\.tsx?)"\)/g);
    return [...imports].map(([, path]) => resolve("client", dirname(file), path));
  });
  return new Set([resolve(entryPoint), ...named.filter((path) => !below.test(path))]);
}

/**
 * The bundler makes a chunk for each group of pages that share a module. It doesn't know that the entry is there
 * first, and would cut the frame into a dozen tiny files; when all reach all of it, it stays in one.
 */
const framedPieces = {
  name: "framed pieces",
  setup({ onLoad }) {
    const later = loadedLater();
    onLoad({ filter: /client\/[\w/]+\.tsx?$/ }, ({ path }) => {
      if (!later.has(path)) return undefined;
      const contents = reaching(code(path), piecesOf(path));
      return { contents, loader: path.endsWith("x") ? "tsx" : "ts" };
    });
  },
};

/** Everything runs on these: the bundler writes older spellings, what they lack beyond that is done without. */
const oldestBrowsers = ["es2023", "chrome120", "edge120", "firefox121", "safari16.4", "ios16.4"];

const options = {
  bundle: true,
  format: "esm",
  jsx: "automatic",
  metafile: true,
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
};

async function bundle() {
  rmSync(out, { recursive: true, force: true });
  const { metafile } = await build({
    ...options,
    entryPoints: [entryPoint],
    outdir: assets,
    splitting: true,
    minify: true,
    charset: "utf8",
    legalComments: "none",
    target: oldestBrowsers,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    plugins: [leanTables, framedPieces],
    loader: { ".woff2": "file", ".svg": "dataurl" },
  });
  compileAhead(entryOf(metafile.outputs));
  return metafile;
}

/**
 * Nearly all of the entry is one function, React's, which a browser otherwise reads twice, the second time while the
 * page waits. Chromium takes this line for a hint to make all of it ready beside the page.
 */
function compileAhead(entry) {
  writeFileSync(entry, `//# allFunctionsCalledOnLoad\n${code(entry)}`);
}

function entryOf(outputs) {
  return Object.keys(outputs).find((file) => outputs[file].entryPoint === entryPoint);
}

/** A browser file's address, from its path below build/client. */
const address = (file) => file.slice(out.length);

/** Everything that a chunk imports at once, itself included: fetched together, or the browser waits in a chain. */
function closure(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of outputs[file].imports) {
    if (kind === "import-statement") closure(outputs, path, found);
  }
  return found;
}

const componentOf = (page) => routes[page]?.component ?? "app/NotFoundPage.tsx";

function sourcesOf(page, language) {
  const { messages, queries } = pageParts[page];
  return [
    `client/${componentOf(page)}`,
    ...["app", ...messages].map((file) => `shared/locales/${language}/${file}.json`),
    ...(queries.includes("catalogueIndex") ? [`build/catalogue/index/${language}.json`] : []),
    ...(queries.includes("cultivarNames") ? ["build/catalogue/names.json"] : []),
    ...(queries.includes("sources") ? ["build/catalogue/sources.json"] : []),
  ];
}

function preloads(outputs, entry) {
  const chunkOf = new Map(
    Object.entries(outputs).flatMap(([file, { entryPoint }]) =>
      entryPoint ? [[entryPoint, file]] : [],
    ),
  );
  const listed = (page, language) => {
    const files = new Set(closure(outputs, entry));
    for (const source of sourcesOf(page, language)) {
      const chunk = chunkOf.get(source);
      if (chunk === undefined)
        throw new Error(`no chunk was made of ${source}, which ${page} needs`);
      closure(outputs, chunk, files);
    }
    files.delete(entry);
    return [...files].map(address);
  };
  return Object.fromEntries(
    Object.keys(pageParts).map((page) => [
      page,
      Object.fromEntries(languages.map((language) => [language, listed(page, language)])),
    ]),
  );
}

function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !/\.(?:js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue;
    const file = `${entry.parentPath}/${entry.name}`;
    const bytes = readFileSync(file);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** English pages that print names of cultivars in Japanese, large. */
const printsKana = ["home", "cultivars", "cultivar"];

/** The display face's parts that a page's headings need for certain; what else they hold follows by itself. */
function fonts(files) {
  const part = (name) => files.filter((file) => file.includes(`/mincho-${name}-`)).map(address);
  const latin = part("latin");
  const both = [...latin, ...part("kana")];
  return Object.fromEntries(
    Object.keys(pageParts).map((page) => [
      page,
      { en: printsKana.includes(page) ? both : latin, ja: both },
    ]),
  );
}

function manifest(outputs) {
  const files = Object.keys(outputs);
  const entry = entryOf(outputs);
  return {
    build: createHash("sha256").update(files.sort().join()).digest("hex").slice(0, 12),
    entry: address(entry),
    stylesheet: address(outputs[entry].cssBundle),
    fonts: fonts(files),
    themeScript: readFileSync("client/ui/themeScript.js", "utf8").trim(),
    preloads: preloads(outputs, entry),
  };
}

const metafile = await bundle();
cpSync("client/public", out, { recursive: true });
mkdirSync("build/meta", { recursive: true });
writeFileSync("build/meta/client.json", JSON.stringify(metafile));
writeFileSync("build/manifest.json", JSON.stringify(manifest(metafile.outputs)));
compress(out);
