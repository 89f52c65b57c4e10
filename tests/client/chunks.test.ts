/** Groups of modules that the build keeps in one chunk. */
import { expect, test } from "vitest";
// @ts-expect-error A module of the build, without types.
import { companionsOf } from "../../client/chunks.mjs";

const page = (name: string) => `client/${name}.tsx`;
const imports = (...paths: string[]) => ({
  imports: paths.map((path) => ({ path, kind: "import-statement" })),
});

/** Two pages that share `shared.ts`, of so many bytes. */
function companions(bytes: number) {
  const inputs = {
    [page("hydrate")]: imports("client/frame.ts"),
    "client/frame.ts": imports(),
    "client/shared.ts": imports("client/frame.ts"),
    [page("A")]: imports("client/shared.ts"),
    [page("B")]: imports("client/shared.ts"),
  };
  const output = (entryPoint: string) => ({ entryPoint, inputs: {} });
  const outputs = {
    "hydrate.js": output(page("hydrate")),
    "a.js": output(page("A")),
    "b.js": output(page("B")),
    "chunk.js": { inputs: { "client/shared.ts": { bytesInOutput: bytes } } },
  };
  return companionsOf({ inputs, outputs }, page("hydrate"), [page("A"), page("B")]);
}

test("each page imports the entry", () => {
  expect(companions(5000)).toMatchObject({
    [page("A")]: [page("hydrate")],
    [page("B")]: [page("hydrate")],
  });
});

test("a small module that pages share joins the entry", () => {
  expect(companions(300)[page("hydrate")]).toEqual(["client/shared.ts"]);
});

test("a large module that pages share stays a chunk of its own", () => {
  expect(companions(5000)[page("hydrate")]).toEqual([]);
});
