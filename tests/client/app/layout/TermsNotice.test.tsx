// @vitest-environment jsdom
/** Notice of changed terms: a form for members who have not dismissed it. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { TermsNotice } from "../../../../client/app/layout/TermsNotice.tsx";
import { hana } from "../../accounts/sessions/member.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

afterEach(cleanup);

test.each(eachLanguage)(
  "names the change, links to both pages and can be dismissed in %s",
  (language) => {
    const prefix = language === "ja" ? "/ja" : "";
    const path = `${prefix}/community?sort=popular`;
    renderForMember(<TermsNotice />, { language, path, viewer: { ...hana, has_notice: true } });
    const t = translate[language];
    const notice = screen.getByRole("form", { name: t("app.notice.label") });
    const links = within(notice).getAllByRole("link");

    expect(within(notice).getByText(t("app.notice.body"))).toBeDefined();
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      `${prefix}/terms`,
      `${prefix}/privacy`,
    ]);
    expect(notice.getAttribute("action")).toBe(`/api/account/notice/form?language=${language}`);
    expect([...new FormData(notice as HTMLFormElement)]).toEqual([
      ["member", hana.id],
      ["back", path],
    ]);
    expect(within(notice).getByRole("button", { name: t("app.notice.dismiss") })).toBeDefined();
  },
);

test.each([null, hana])("is missing for visitors and members who have dismissed it", (viewer) => {
  renderForMember(<TermsNotice />, { viewer });

  expect(screen.queryByRole("form")).toBeNull();
});
