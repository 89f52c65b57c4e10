/** Writes the modules made from shared tables; a step of `make contracts`. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const routesFile = "shared/routes.json";
const limitsFile = "shared/limits.json";
const localesFolder = "shared/locales/en";

/** The fields of a route that the browser reads. */
const routeFields = ["path", "frame", "footer", "guard", "indexed"];

/** The page of unknown addresses has no entry in the route table. */
const notFound = {
  component: "app/NotFoundPage.tsx",
  messages: ["notFound"],
  preload: [],
  needs: [],
};

/** Queries of the host that a page does not wait for: shown as soon as they arrive, or read by its server part. */
const late = [
  "feed",
  "found",
  "newestPosts",
  "relatedPosts",
  "observations",
  "statistics",
  "compared",
  "timeline",
  "breeders",
  "breeder",
  "map",
  "prefecture",
  "calendar",
  "pedigree",
];

/** Returns the source code of a value. */
const valueSource = (value) => (Array.isArray(value) ? list(value) : JSON.stringify(value));

/** Returns the source code of a list of values. */
const list = (values) => `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;

/**
 * Returns the source code of what a page needs: messages, and queries except those that load late.
 */
function partsOf({ messages, preload, needs }) {
  const queries = [...new Set([...preload.filter((name) => !late.includes(name)), ...needs])];
  return `parts(${list(messages)}, ${list(queries)})`;
}

/** Returns the source code of the table of pages. */
function pagesSource(pages) {
  /** Returns a line of source code for each page. */
  const lines = (codeOf) => pages.map(([name, page]) => `  ${name}: ${codeOf(page)},`).join("\n");
  return `/** The component and the parts of every page; written by generate.mjs from ${routesFile}. */
import type { PageName } from "../contracts/routes.ts";
import type { LoadComponent, PageParts } from "../page/PageLibrary.ts";

export const pages: Readonly<Record<PageName, LoadComponent>> = {
${lines(({ component }) => `() => import("../${component}")`)}
};

/** Names each field once: every page carries this table. */
const parts = (messages: PageParts["messages"], queries: PageParts["queries"]): PageParts => ({
  messages,
  queries,
});

export const pageParts: Readonly<Record<PageName, PageParts>> = {
${lines(partsOf)}
};
`;
}

/** Returns the source code of the types of all messages, and the list of their files. */
function localesSource(files) {
  const named = files.map((file) => [file.split("/").at(-1), file]);
  const imports = named.map(
    ([name, file]) => `import type ${name} from "../../shared/locales/en/${file}.json";`,
  );
  const members = named.map(([name]) => `  readonly ${name}: typeof ${name};`);
  const paths = files.map((file) => `  "${file}",`);
  return `/** The messages in English, as types; written by client/app/generate.mjs from ${localesFolder}. */
${imports.join("\n")}

export interface English {
${members.join("\n")}
}

/** Paths of the files below a language's folder. */
export const localeFiles = [
${paths.join("\n")}
] as const;

export type LocaleFile = (typeof localeFiles)[number];
`;
}

/** Returns the source code of the route table. */
function routesSource(routes) {
  const lines = Object.entries(routes).map(([name, route]) => {
    const values = routeFields.map((field) => valueSource(route[field]));
    return `  ${name}: route(${values.join(", ")}),`;
  });
  return `/** The fields of ${routesFile} that the browser reads; written by client/app/generate.mjs. */
/** Names each field once: every page carries this table. */
const route = (path: string, frame: string, footer: boolean, guard: string, indexed: boolean) => ({
  ${routeFields.join(",\n  ")},
});

export const routeTable = {
${lines.join("\n")}
};
`;
}

/** Returns the source code of limits, one constant each. */
function limitsSource(limits) {
  const lines = Object.entries(limits).map(
    ([name, value]) => `export const ${name} = ${valueSource(value)};`,
  );
  return `/** Limits shared by host and client; written by client/app/generate.mjs from ${limitsFile}. */
${lines.join("\n")}
`;
}

/** Reads a JSON file. */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

const routes = readJson(routesFile);
const pages = Object.entries({ ...routes, notFound });
const files = readdirSync(localesFolder, { recursive: true })
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.replace(/\.json$/, ""));
writeFileSync("client/app/pages.generated.ts", pagesSource(pages));
writeFileSync("client/contracts/locales.generated.ts", localesSource(files.sort()));
writeFileSync("client/contracts/routes.generated.ts", routesSource(routes));
// In a module of its own: every page loads the limits, and one page shows this table.
const { allowances, ...limits } = readJson(limitsFile);
writeFileSync("client/contracts/limits.generated.ts", limitsSource(limits));
writeFileSync("client/legal/allowances.generated.ts", limitsSource({ allowances }));
