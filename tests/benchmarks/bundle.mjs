/** Bundles the peer and the two ways to draw a page, with the options that the render worker is built with. */
import { resolve } from "node:path";
import { build } from "esbuild";
import { withoutRecords } from "../../ssr/withoutRecords.mjs";

const folder = "tests/benchmarks";

/** Puts the tape in the translator's place everywhere but in the tape itself. */
const taped = {
  name: "taped translator",
  setup({ onResolve }) {
    onResolve({ filter: /\/translator\.ts$/ }, ({ importer }) =>
      importer.endsWith("/tapedTranslator.ts")
        ? undefined
        : { path: resolve(`${folder}/tapedTranslator.ts`) },
    );
  },
};

const bundle = (source, target, plugins = []) =>
  build({
    entryPoints: [`${folder}/${source}`],
    outfile: `build/bench/${target}`,
    plugins: [withoutRecords, ...plugins],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    minifySyntax: true,
    minifyWhitespace: true,
    jsx: "automatic",
    logLevel: "warning",
    define: { "process.env.NODE_ENV": '"production"' },
    loader: { ".css": "empty" },
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });

await Promise.all([
  bundle("bare.ts", "bare.mjs"),
  bundle("drawing.ts", "worded.mjs"),
  bundle("drawing.ts", "taped.mjs", [taped]),
]);
