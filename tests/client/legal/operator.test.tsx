// @vitest-environment jsdom
/** Operator data on the legal and contact pages. */
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import CommercePage from "../../../client/legal/CommercePage.tsx";
import ContactPage from "../../../client/legal/ContactPage.tsx";
import type { Language } from "../../../client/contracts/language.ts";
import type { QueryData } from "../../../client/page/queries.ts";
import { renderInPage, operator } from "../renderPage.tsx";
import { eachLanguage, translate } from "../messages.ts";

type Operator = QueryData["operator"];

const unsetOperator: Operator = {
  name: null,
  representative: null,
  address: null,
  email: null,
  phone: null,
  hours: { en: null, ja: null },
};

function renderPage(page: "legal" | "contact", data: Operator, language: Language = "en") {
  const preloaded = [{ query: "operator", params: {}, data }] as const;
  return renderInPage(page === "legal" ? <CommercePage /> : <ContactPage />, {
    page,
    language,
    preloaded,
  });
}

function cell(label: string): string | null | undefined {
  return screen.getByRole("rowheader", { name: label }).nextElementSibling?.textContent;
}

afterEach(cleanup);

describe("commercial notice", () => {
  test("shows name, address and mail link of the operator", () => {
    renderPage("legal", operator);

    expect(cell(translate.en("legal.rows.representative.label"))).toBe("Yamada Midori");
    expect(cell(translate.en("legal.rows.address.label"))).toBe("Shizuoka");
    expect(screen.getByRole("link", { name: "hello@chanoki.example" }).getAttribute("href")).toBe(
      "mailto:hello@chanoki.example",
    );
  });

  test.each(eachLanguage)("marks unset values in %s", (language) => {
    const { container } = renderPage("legal", unsetOperator, language);
    const marked = [...container.querySelectorAll("em")].map(({ textContent }) => textContent);

    expect(marked).toEqual(Array.from({ length: 3 }, () => translate[language]("legal.unset")));
    expect(container.querySelector("a[href^=mailto]")).toBeNull();
  });

  test("shows a telephone number only when set", () => {
    renderPage("legal", operator);
    expect(cell(translate.en("legal.rows.phone.label"))).toBe(
      translate.en("legal.rows.phone.value"),
    );
    cleanup();

    renderPage("legal", { ...operator, phone: "054-000-0000" });
    expect(cell(translate.en("legal.rows.phone.label"))).toBe("054-000-0000");
  });
});

describe("contact page", () => {
  test.each(eachLanguage)("shows mail address, hours and reply time in %s", (language) => {
    const { container } = renderPage("contact", operator, language);

    expect(container.querySelector("a[href^=mailto]")?.textContent).toBe("hello@chanoki.example");
    expect(container.textContent).toContain(operator.hours[language]);
    const [reply] = translate[language]("contact.reply.body", { days: 5 }).split("\n\n");
    expect(container.textContent).toContain(reply);
  });

  test("marks an unset mail address", () => {
    renderPage("contact", unsetOperator);

    expect(screen.getByText(translate.en("contact.unset")).tagName).toBe("EM");
  });
});
