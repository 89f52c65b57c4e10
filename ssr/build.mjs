/** Bundles the render worker into one file for Node; style sheets are left out. */
import { mkdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { withoutRecords } from "./withoutRecords.mjs";

const { metafile } = await build({
  entryPoints: ["ssr/worker.ts"],
  plugins: [withoutRecords],
  outfile: "build/ssr/worker.js",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  jsx: "automatic",
  metafile: true,
  minifySyntax: true,
  minifyWhitespace: true,
  // Every worker keeps the map in memory; stack traces need no sources in it.
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
  loader: { ".css": "empty" },
  // Some packages of React are CommonJS and load Node's modules by `require`.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
});
mkdirSync("build/meta", { recursive: true });
writeFileSync("build/meta/ssr.json", JSON.stringify(metafile));
