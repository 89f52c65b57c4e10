/** Bundles the peer, the two renderers that are compared, and a worker without fragments, with the options of the render worker. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { withoutRecords } from "../../../ssr/withoutRecords.mjs";

const folder = "tests/benchmarks/peer";

/** Puts the tape in the translator's place everywhere but in the tape itself. */
const taped = {
  name: "taped translator",
  setup({ onResolve }) {
    onResolve({ filter: /\/translator\.ts$/ }, ({ importer }) =>
      importer.endsWith("/recordedTranslator.ts")
        ? undefined
        : { path: resolve(`${folder}/recordedTranslator.ts`) },
    );
  },
};

/** Builds the worker with a renderer that remembers no fragments. */
const plain = {
  name: "plain renderer",
  setup({ onLoad }) {
    onLoad({ filter: /ssr\/worker\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const contents = source.replace("createRenderer()", "createRenderer({ isPlain: true })");
      if (contents === source) throw new Error("the worker makes its renderer otherwise");
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
  bundle(`${folder}/renderer.ts`, "worded.mjs"),
  bundle(`${folder}/renderer.ts`, "taped.mjs", [taped]),
  bundle("ssr/worker.ts", "plain-worker.js", [plain]),
]);
