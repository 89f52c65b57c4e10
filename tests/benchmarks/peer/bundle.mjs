/** Bundles bare Node, the renderers with and without the translator, and a worker without fragments, with the options of the render worker. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { withoutRecords } from "../../../ssr/withoutRecords.mjs";

const folder = "tests/benchmarks/peer";

/** Replaces the translator by the recorded one, except in the recorded translator itself. */
const recorded = {
  name: "recorded translator",
  setup({ onResolve }) {
    onResolve({ filter: /\/translator\.ts$/ }, ({ importer }) =>
      importer.endsWith("/recordedTranslator.ts")
        ? undefined
        : { path: resolve(`${folder}/recordedTranslator.ts`) },
    );
  },
};

/** Builds the worker with a renderer that caches no fragments. */
const plain = {
  name: "plain renderer",
  setup({ onLoad }) {
    onLoad({ filter: /ssr\/worker\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const contents = source.replace("createRenderer()", "createRenderer({ isPlain: true })");
      if (contents === source) throw new Error("ssr/worker.ts does not contain createRenderer()");
      return { contents, loader: "ts" };
    });
  },
};

const bundle = (source, target, plugins = []) =>
  build({
    entryPoints: [source],
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
  bundle(`${folder}/bare.ts`, "bare.mjs"),
  bundle(`${folder}/renderer.ts`, "translated.mjs"),
  bundle(`${folder}/renderer.ts`, "recorded.mjs", [recorded]),
  bundle("ssr/worker.ts", "plain-worker.js", [plain]),
]);
