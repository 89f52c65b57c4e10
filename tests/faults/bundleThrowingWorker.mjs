/** Bundles a render worker whose post page throws if the post contains "boils over": node bundleThrowingWorker.mjs OUTFILE. */
import { readFile } from "node:fs/promises";
import { build } from "esbuild";

const component = /client\/community\/detail\/PostPage\.tsx$/;
const firstStatement = "const { site, t } = usePage();";
let isReplaced = false;
const throwStatement =
  'if (post.content.includes("boils over")) throw new Error("the kettle boils over");';

const throwing = {
  name: "throwing",
  setup: ({ onLoad }) =>
    onLoad({ filter: component }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      if (!source.includes(firstStatement)) throw new Error(`${path} has changed`);
      isReplaced = true;
      return {
        contents: source.replace(firstStatement, `${throwStatement} ${firstStatement}`),
        loader: "tsx",
      };
    }),
};

await build({
  entryPoints: ["ssr/worker.ts"],
  outfile: process.argv[2],
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  jsx: "automatic",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
  loader: { ".css": "empty" },
  plugins: [throwing],
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
});
if (!isReplaced) throw new Error(`No module matches ${component}.`);
