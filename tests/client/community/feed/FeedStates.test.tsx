// @vitest-environment jsdom
/** Feed that the host refuses. */
import { afterEach, expect, test } from "vitest";
import { cleanup, screen } from "@testing-library/react";
import { refuse, fakeHost } from "../../accounts/sessions/fakeHost.ts";
import { visit } from "../../renderPage.tsx";
import { say } from "../../words.ts";

afterEach(cleanup);

test.each([
  ["/community?search=yuzu", say.en],
  ["/ja/community?search=yuzu", say.ja],
])("rate-limited search at %s shows the time to wait", async (path, t) => {
  const refusal = refuse(429, "app.tooManyRequests", { seconds: 9 });
  fakeHost({ "GET /api/posts?search=yuzu&limit=10": refusal });

  await visit(path);

  expect(await screen.findByText(t("app.tooManyRequests", { seconds: 9 }))).toBeDefined();
  expect(screen.queryByText(t("community.failed.body"))).toBeNull();
});
