/** Modules that the build bundles into one chunk. */
import { expect, test } from "vitest";
// @ts-expect-error A module of the build, without types.
import { companionsOf } from "../../client/chunks.mjs";

const page = (name: string) => `client/${name}.tsx`;
const imports = (...paths: string[]) => ({
  imports: paths.map((path) => ({ path, kind: "import-statement" })),
});

/** Returns the companions of a build in which the page `first` and another page share a module of `bytes`. */
function companions(bytes: number, first = "home/HomePage") {
  const inputs = {
    [page("hydrate")]: imports("client/frame.ts"),
    "client/frame.ts": imports(),
    "client/shared.ts": imports("client/frame.ts"),
    [page(first)]: imports("client/shared.ts"),
    [page("B")]: imports("client/shared.ts"),
  };
  const output = (entryPoint: string) => ({ entryPoint, inputs: {} });
  const outputs = {
    "hydrate.js": output(page("hydrate")),
    "a.js": output(page(first)),
    "b.js": output(page("B")),
    "chunk.js": { inputs: { "client/shared.ts": { bytesInOutput: bytes } } },
  };
  return companionsOf({ inputs, outputs }, page("hydrate"), [page(first), page("B")]);
}

test("entry is a companion of each page", () => {
  expect(companions(5000)).toMatchObject({
    [page("home/HomePage")]: [page("hydrate")],
    [page("B")]: [page("hydrate")],
  });
});

test("a small module that pages share joins the entry", () => {
  expect(companions(300)[page("hydrate")]).toEqual(["client/shared.ts"]);
});

test("a small module that is not used by a page with many readers stays a chunk of its own", () => {
  expect(companions(300, "A")[page("hydrate")]).toEqual([]);
});

test("a large module that pages share stays a chunk of its own", () => {
  expect(companions(5000)[page("hydrate")]).toEqual([]);
});
