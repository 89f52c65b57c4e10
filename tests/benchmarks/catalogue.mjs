/** Prints the time of list and search with 200 entries beside 120, measured in turns, as a ratio of medians. */
import { build } from "esbuild";

const few = 120;
const many = 200;
const rounds = 300;
const searches = [
  "Norin 40",
  "鹿児島",
  "紅富貴",
  "matcha",
  "1990",
  "saemidorri",
  "農研機構",
  "やぶ",
];

const bundled = await build({
  stdin: {
    contents: `
      export { searchCatalogue, unfiltered } from "./client/cultivars/search/catalogueSearch.ts";
      export { matchAll } from "./client/cultivars/search/catalogueMatch.ts";
      export { indexOf } from "./client/contracts/list/indexColumns.ts";
      export { default as columns } from "./build/catalogue/index/ja.json";
      export { default as others } from "./build/catalogue/otherNames.json";
      export { default as terms } from "./build/catalogue/search.json";
    `,
    resolveDir: process.cwd(),
  },
  bundle: true,
  format: "esm",
  platform: "node",
  write: false,
});
const source = Buffer.from(bundled.outputFiles[0].contents).toString("base64");
const { columns, indexOf, matchAll, others, searchCatalogue, terms, unfiltered } = await import(
  `data:text/javascript;base64,${source}`
);

const whole = indexOf(columns);

/** Returns a catalogue of `count` entries; those beyond the current number are copies with other ids. */
function catalogueOf(count) {
  const copies = whole.cultivars
    .slice(0, Math.max(0, count - whole.cultivars.length))
    .map((entry) => ({ ...entry, id: `${entry.id}-2` }));
  const cultivars = [...whole.cultivars, ...copies].slice(0, count);
  const index = Object.fromEntries(cultivars.map(({ id }) => [id, terms[id.replace(/-2$/, "")]]));
  return { cultivars, filters: whole.filters, index };
}

const catalogues = [few, many].map(catalogueOf);
const states = [
  { ...unfiltered },
  { ...unfiltered, suitableFor: "matcha", timing: "later" },
  { ...unfiltered, kind: "all", anthracnose: "high", sort: "newest" },
];

const tasks = {
  list: (catalogue) => {
    for (const state of states) searchCatalogue(catalogue, state, { today: "2026-11-24" });
  },
  search: ({ cultivars, index }) => {
    for (const text of searches) matchAll(cultivars, { index, others }, text);
  },
};

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

for (const [name, run] of Object.entries(tasks)) {
  const times = catalogues.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, catalogue] of catalogues.entries()) {
      const started = performance.now();
      run(catalogue);
      times[at].push(performance.now() - started);
    }
  }
  const [less, more] = times.map(median);
  const ratio = (more / less).toFixed(2);
  console.log(
    `${name}: ${many} entries x ${few} entries: ${ratio} (${more.toFixed(2)} and ${less.toFixed(2)} ms)`,
  );
}
