/** The tests of the TypeScript rooms; a test that needs a document asks for jsdom in its first line. */
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const files = globSync("tests/**/*.test.{ts,tsx}");
const filesWith = (sign: RegExp) => files.filter((file) => sign.test(readFileSync(file, "utf8")));

const withDocument = filesWith(/@vitest-environment jsdom/);
// Such a file needs modules of its own, and leaves changed ones.
const isolated = filesWith(/\bvi\.(?:mock|doMock|resetModules)\(/);

export default defineConfig({
  test: {
    environment: "node",
    // A thread starts sooner than a process.
    pool: "threads",
    setupFiles: "tests/client/setup.ts",
    // A busy machine is slow; no test here judges speed.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
    projects: [
      { extends: true, test: { name: "isolated", include: isolated } },
      // The files of a project share a thread, its modules and its document, which tests/client/setup.ts
      // empties after each of them.
      {
        extends: true,
        test: { name: "document", include: withDocument, exclude: isolated, isolate: false },
      },
      {
        extends: true,
        test: {
          name: "node",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...withDocument, ...isolated],
          isolate: false,
        },
      },
    ],
  },
});
