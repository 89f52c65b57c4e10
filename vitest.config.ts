/** The tests of the TypeScript rooms; a test that needs a document asks for jsdom in its first line. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/**/*.test.{ts,tsx}"],
    // A thread starts sooner than a process, and each file has one of its own just the same.
    pool: "threads",
    setupFiles: "tests/client/untilLoaded.ts",
    // A busy machine is slow; no test here judges speed.
    testTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
