/** Builds the script in the head of every page. */
import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";

/**
 * Returns the script in the head of every page: it applies the stored theme before the first paint,
 * and repeats the last press of a button before hydration once that is done.
 */
export function buildInlineScript() {
  const sources = ["client/ui/themeScript.js", "client/ui/pressScript.js"];
  const code = sources.map((file) => readFileSync(file, "utf8")).join("");
  return transformSync(code, { minify: true }).code.trim();
}
