// @vitest-environment jsdom
/** Links in a member's text. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { LinkedText } from "../../../client/page/LinkedText.tsx";
import { renderInPage } from "../renderPage.tsx";

afterEach(cleanup);

test("mention keeps its sign and name together, whichever way the name and the text run", () => {
  const text = "cc @مرحبا 123, thanks";
  const mentions = [{ id: "b1e8", at: 3, length: 10 }];

  renderInPage(<LinkedText text={text} mentions={mentions} />, { page: "post", path: "/post/12" });

  const link = screen.getByRole("link");
  expect(link.getAttribute("href")).toBe("/members/b1e8");
  expect(link.innerHTML).toBe("<bdi>@مرحبا 123</bdi>");
});
