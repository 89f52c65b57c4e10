/** The tests of the TypeScript rooms; a test that needs a document asks for jsdom in its first line. */
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const files = globSync("tests/**/*.test.{ts,tsx}");
const withDocument = files.filter((file) =>
  readFileSync(file, "utf8").includes("@vitest-environment jsdom"),
);

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
      { extends: true, test: { name: "document", include: withDocument } },
      // Without a document nothing of one file is left for the next: they share a thread and its modules.
      {
        extends: true,
        test: {
          name: "node",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: withDocument,
          isolate: false,
        },
      },
    ],
  },
});
