// @vitest-environment jsdom
/** What the author of a held text reads: that it waits, why, what happens next, and the rule. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { HeldReason } from "../../../client/community/HeldReason.tsx";
import { draw } from "../renderPage.tsx";
import { eachLanguage, say } from "../words.ts";

afterEach(cleanup);

describe.each(eachLanguage)("held text in %s", (language) => {
  const guidelines = `${language === "ja" ? "/ja" : ""}/guidelines`;

  test.each(["links", "repeat", "burst", "word"] as const)("names the rule %s", (withheld) => {
    const { container } = draw(<HeldReason withheld={withheld} />, { language });

    expect(container.textContent).toContain(say[language]("postDetail.withheld.held"));
    expect(container.textContent).not.toContain("{{");
    expect(container.textContent?.match(/undefined|postDetail/)).toBeNull();
    const anchor = withheld === "links" ? "#allowances" : "#holds";
    expect(screen.getByRole("link").getAttribute("href")).toBe(guidelines + anchor);
  });

  test.each([null, "deleted", "hidden"] as const)("is not said of %s", (withheld) => {
    const { container } = draw(<HeldReason withheld={withheld} />, { language });

    expect(container.textContent).toBe("");
  });
});
