// @vitest-environment jsdom
/** Note to the author of a held text: that it waits for a moderator, why, and the rule. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { HeldReason } from "../../../client/community/HeldReason.tsx";
import { renderInPage } from "../renderPage.tsx";
import { eachLanguage, translate } from "../messages.ts";

afterEach(cleanup);

describe.each(eachLanguage)("held text in %s", (language) => {
  const guidelines = `${language === "ja" ? "/ja" : ""}/guidelines`;

  test.each(["links", "repeat", "burst", "word"] as const)("names the rule %s", (withheld) => {
    const { container } = renderInPage(<HeldReason withheld={withheld} />, { language });

    expect(container.textContent).toContain(translate[language]("postDetail.withheld.held"));
    expect(container.textContent).not.toContain("{{");
    expect(container.textContent?.match(/undefined|postDetail/)).toBeNull();
    const anchor = withheld === "links" ? "#allowances" : "#holds";
    expect(screen.getByRole("link").getAttribute("href")).toBe(guidelines + anchor);
  });

  test.each([null, "deleted", "hidden"] as const)("has no note when withheld is %s", (withheld) => {
    const { container } = renderInPage(<HeldReason withheld={withheld} />, { language });

    expect(container.textContent).toBe("");
  });
});
