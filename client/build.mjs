/** Bundles the browser code: hashed chunks, style sheets, precompressed copies, and the manifest for the host. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { build, transformSync } from "esbuild";
import { minify } from "terser";
import { pageParts } from "./app/pages.generated.ts";
import { companionsOf } from "./chunks.mjs";
import { compressFile, compressFolder } from "./compress.mjs";
import { languages } from "./contracts/language.ts";
import { sharedReact } from "./sharedReact.mjs";
import { stylesOf } from "./styles.mjs";

const read = (file) => readFileSync(file, "utf8");
const routes = JSON.parse(read("shared/routes.json"));
const entryPoint = "client/hydrate.tsx";
const out = "build/client";
const assets = `${out}/assets`;
// In the head of every page: applies the stored theme, and repeats a press before hydration.
const inlineScripts = ["client/app/themeScript.js", "client/app/pressScript.js"];

const componentOf = (page) => `client/${routes[page]?.component ?? "app/NotFoundPage.tsx"}`;
const pages = Object.keys(pageParts).map(componentOf);

/** Appends imports that keep shared modules in few chunks; JSON becomes a module with only a default export. */
const withCompanions = (companions) => ({
  name: "companions",
  setup({ onLoad }) {
    onLoad({ filter: /\/(?:client|shared|build)\/.+\.(?:tsx?|json)$/ }, ({ path }) => {
      const modules = companions[relative(".", path)];
      if (modules === undefined) return undefined;
      const [, suffix] = /\.(\w+)$/.exec(path);
      const code = read(path);
      const imports = modules.map((module) => `import ${JSON.stringify(resolve(module))};`);
      const contents = [suffix === "json" ? `export default ${code}` : code, ...imports].join("\n");
      return { contents, loader: suffix === "json" ? "js" : suffix };
    });
  },
});

/** Leaves the style files out of the scripts: they are bundled by page, and would make empty chunks. */
const withoutStyles = {
  name: "without styles",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path),
      namespace: "styles",
      sideEffects: false,
    }));
    onLoad({ filter: /./, namespace: "styles" }, () => ({ contents: "", loader: "js" }));
  },
};

/** The oldest supported browsers: the bundler compiles newer syntax; newer built-ins are not used. */
const oldestBrowsers = ["es2023", "chrome120", "edge120", "firefox121", "safari16.4", "ios16.4"];

const options = {
  entryPoints: [entryPoint],
  outdir: assets,
  bundle: true,
  splitting: true,
  format: "esm",
  jsx: "automatic",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  target: oldestBrowsers,
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  metafile: true,
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
  loader: { ".woff2": "file", ".svg": "dataurl" },
};

/** Bundles scripts into the emptied folder; returns modules, written chunks and ordered styles. */
async function bundle() {
  rmSync(out, { recursive: true, force: true });
  const plain = await build({ ...options, write: false });
  const companions = companionsOf(plain.metafile, entryPoint, pages);
  const { metafile } = await build({
    ...options,
    logOverride: { "ignored-bare-import": "silent" },
    plugins: [withCompanions(companions), withoutStyles, sharedReact],
  });
  await finishScripts(metafile.outputs);
  const { inputs, outputs } = plain.metafile;
  const styles = Object.keys(outputs[stubOf(outputs).cssBundle].inputs);
  return { inputs, outputs: metafile.outputs, styles };
}

/** Modules that load every page's component and server part. */
const pageTables = ["client/app/pages.generated.ts", "client/app/serverParts.ts"];

/**
 * Returns the server part's module of each page that has one, read from its table; throws if the
 * table loads a module that this pattern does not find.
 */
function serverPartModules(inputs) {
  const table = read(pageTables[1]);
  const entries = table.matchAll(/^ {2}(\w+): \{\s+load: \(\) => import\("\.\.\/(.+)"\)/gm);
  const modules = new Map([...entries].map(([, page, path]) => [page, `client/${path}`]));
  const loaded = new Set(inputs[pageTables[1]].imports.map(({ path }) => path));
  loaded.delete("client/contracts/routes.ts");
  const missed = [...loaded].filter((path) => ![...modules.values()].includes(path));
  if (missed.length) throw new Error(`${pageTables[1]} loads ${missed} for no known page`);
  return modules;
}

/**
 * Bundles a sheet of all pages, and one of each page's first view; pages with the same styles share
 * one. Returns addresses.
 */
async function bundleStyles({ inputs, styles }) {
  const parts = serverPartModules(inputs);
  const begins = (page) => [componentOf(page), ...(parts.has(page) ? [parts.get(page)] : [])];
  const modules = Object.fromEntries(Object.keys(pageParts).map((page) => [page, begins(page)]));
  const sheets = new Map();
  const sheetOf = async (files, name) => {
    const key = files.join();
    if (!sheets.has(key)) sheets.set(key, await bundleSheet(files, name));
    return address(sheets.get(key));
  };
  const stylesheet = await sheetOf(styles, "pages");
  const stylesheets = {};
  const needed = stylesOf({
    inputs,
    order: styles,
    entry: entryPoint,
    tables: pageTables,
    modules,
  });
  for (const [page, files] of Object.entries(needed))
    stylesheets[page] = await sheetOf(files, "page");
  return { stylesheet, stylesheets };
}

/** Bundles style files in this order; returns the sheet's file. */
async function bundleSheet(files, name) {
  const contents = files.map((file) => `@import ${JSON.stringify(`./${file}`)};`).join("\n");
  const { metafile } = await build({
    ...options,
    entryPoints: undefined,
    splitting: false,
    stdin: { contents, loader: "css", resolveDir: "." },
    entryNames: `${name}-[hash]`,
  });
  return Object.keys(metafile.outputs).find((file) => file.endsWith(".css"));
}

/** Calls of i18next that print only in its debug mode, which the browser never enables. */
const debugMessages = ["this.logger.warn", "this.logger.log", "this.logger.deprecate"];

/**
 * Minifies the code by Terser, marks the entry, and writes compressed copies. Each file is compressed
 * in another thread while the next one is minified.
 */
async function finishScripts(outputs) {
  const scripts = Object.keys(outputs).filter((file) => file.endsWith(".js"));
  const isCode = (file) => !Object.keys(outputs[file].inputs).every(isData);
  const compressed = scripts.filter((file) => !isCode(file)).map(compressFile);
  const entry = entryOf(outputs);
  for (const file of scripts.filter(isCode)) {
    // A second pass saves a hundred bytes of the entry, which every page loads, and little elsewhere.
    const code = await minifyFurther(read(file), file === entry ? 2 : 1);
    writeFileSync(file, file === entry ? compiledAhead(code) : code);
    compressed.push(compressFile(file));
  }
  await Promise.all(compressed);
}

const isData = (input) => input.endsWith(".json");

/** Minifies by Terser in 1 or 2 passes, about three per cent smaller than the bundler does, and leaves out the debug messages. */
async function minifyFurther(code, passes) {
  const compress = { passes, pure_funcs: debugMessages };
  return (await minify(code, { module: true, ecma: 2020, compress })).code;
}

/**
 * Marks a script so that Chromium compiles all of its functions in the background. Otherwise it
 * would parse React, most of the entry, a second time on the main thread.
 */
const compiledAhead = (code) => `//# allFunctionsCalledOnLoad\n${code}`;

/** Returns the output of the entry file. */
function stubOf(outputs) {
  return Object.values(outputs).find((output) => output.entryPoint === entryPoint);
}

/** Returns the chunk with the entry's code: every chunk imports it, so the bundler moves it out of the entry file. */
function entryOf(outputs) {
  const [{ path }] = stubOf(outputs).imports;
  return path;
}

/** Returns a browser file's address, from its path below build/client. */
const address = (file) => file.slice(out.length);

/** Returns a chunk and its static imports, transitively; they are preloaded together. */
function closure(outputs, file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  for (const { path, kind } of outputs[file].imports) {
    if (kind === "import-statement") closure(outputs, path, found);
  }
  return found;
}

/** Files of the queries that are built into the bundles. */
const builtInFiles = {
  catalogueIndex: (language) => [
    `build/catalogue/index/${language}.json`,
    "client/contracts/list/indexColumns.ts",
  ],
  cultivarNames: (language) => `build/catalogue/names/${language}.json`,
  conflicts: (language) => `build/catalogue/conflicts/${language}.json`,
  unconfirmedNames: (language) => `build/catalogue/unconfirmed/${language}.json`,
  genealogy: (language) => `build/catalogue/genealogy/${language}.json`,
};

/** Returns the modules and data files that a page needs in a language. */
function sourcesOf(page, language) {
  const { messages, queries } = pageParts[page];
  return [
    componentOf(page),
    ...(routes[page]?.footer ? ["client/app/layout/Footer.tsx"] : []),
    ...["app", ...messages].map((file) => `shared/locales/${language}/${file}.json`),
    ...queries.flatMap((query) => builtInFiles[query]?.(language) ?? []),
  ];
}

/** Returns the addresses of the chunks to preload for each page and language. */
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

/** English pages that print names of cultivars in Japanese, large. */
const printsKana = ["home", "cultivars", "cultivar", "compare"];

/** Returns the subsets of the display font that each page's headings certainly need; others load on demand. */
function fonts(files) {
  const part = (name) => files.filter((file) => file.includes(`/mincho-${name}-`)).map(address);
  const latin = part("latin");
  const both = [...latin, ...part("kana")];
  const of = (page) => ({ en: printsKana.includes(page) ? both : latin, ja: both });
  return Object.fromEntries(Object.keys(pageParts).map((page) => [page, of(page)]));
}

/**
 * Returns the manifest, from which the host knows the browser's files; `build` is a digest of their
 * names, which contain digests of their contents.
 */
function manifest(outputs, styles) {
  const files = readdirSync(assets)
    .filter((file) => !/\.(?:br|gz)$/.test(file))
    .map((file) => `${assets}/${file}`);
  const entry = entryOf(outputs);
  return {
    build: createHash("sha256").update(files.sort().join()).digest("hex").slice(0, 12),
    entry: address(entry),
    ...styles,
    fonts: fonts(files),
    inlineScript: transformSync(inlineScripts.map(read).join(""), { minify: true }).code.trim(),
    preloads: preloads(outputs, entry),
  };
}

const { styles, ...metafile } = await bundle();
const sheets = await bundleStyles({ inputs: metafile.inputs, styles });
cpSync("client/public", out, { recursive: true });
cpSync("build/catalogue/tables", `${out}/tables`, { recursive: true });
mkdirSync("build/meta", { recursive: true });
writeFileSync("build/meta/client.json", JSON.stringify(metafile));
writeFileSync("build/manifest.json", JSON.stringify(manifest(metafile.outputs, sheets)));
await compressFolder(out);
