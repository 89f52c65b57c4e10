/** The bundle of the worker is ASCII only, since Node stores ASCII at one byte per character. */
import { build } from "esbuild";
import { expect, test } from "vitest";

test("worker bundle contains only ASCII", async () => {
  const { outputFiles } = await build({
    entryPoints: ["ssr/worker.ts"],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    loader: { ".css": "empty" },
    logLevel: "silent",
  });

  const signs = outputFiles.flatMap(({ text }) => text.match(/[^\n]{0,60}[\u0080-\uffff]/g) ?? []);

  expect(signs).toEqual([]);
});
