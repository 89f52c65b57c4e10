// @vitest-environment jsdom
/** Administrators' page of roles: forms without scripts, and outcomes from the address. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import RolesPage from "../../../../client/community/reports/RolesPage.tsx";
import type { QueryData } from "../../../../client/page/queries.ts";
import { renderInPage } from "../../renderPage.tsx";
import { eachLanguage, translate } from "../../messages.ts";

const holders = [{ id: "mori", display_name: "Mori", role: "administrator" }];

function renderRoles(language: "en" | "ja", query = "", data: QueryData["roles"] = { holders }) {
  const path = `${language === "ja" ? "/ja" : ""}/moderation/roles${query}`;
  const preloaded = [{ query: "roles", params: {}, data }] as const;
  return renderInPage(<RolesPage />, { page: "roles", language, path, preloaded });
}

/** Returns the fields of each form: first of the holder, last of a new holder. */
const inputs = () =>
  [...document.querySelectorAll("form")].map((form) => Object.fromEntries(new FormData(form)));

afterEach(cleanup);

test.each(eachLanguage)(
  "has a form for each holder and one for another member in %s",
  (language) => {
    const { container } = renderRoles(language);
    const [own, another] = [...container.querySelectorAll("form")];
    const t = translate[language];

    expect(screen.getByRole("heading", { name: /Mori/ }).textContent).toContain(
      t("moderation.roles.administrator"),
    );
    expect(own && Object.fromEntries(new FormData(own))).toMatchObject({
      subject: "mori",
      role: "administrator",
      language,
    });
    expect(another && within(another).getByLabelText(t("moderation.roles.member"))).toBeDefined();
  },
);

test("shows why a change was refused, and keeps all but the role", () => {
  const query = "?error=moderation.errors.lastAdministrator&subject=mori&reason=tired";
  renderRoles("en", query);

  expect(screen.getByRole("alert").textContent).toBe(
    translate.en("moderation.errors.lastAdministrator"),
  );
  expect(inputs()[0]).toMatchObject({ role: "", reason: "tired" });
  expect(document.querySelector("select")?.required).toBe(true);
});

test("says that nothing changed if the member has that role already", () => {
  renderRoles("ja", "?done=unchanged");

  expect(screen.getByRole("status").textContent).toBe(translate.ja("moderation.roles.unchanged"));
});

test.each(["note", "noteCharacters"])("refusal %s says which reasons are allowed", (code) => {
  renderRoles("ja", `?error=report.errors.${code}&subject=mori&reason=tired`);

  const text = translate.ja("moderation.errors.note", { most: 200 });
  expect(screen.getByRole("alert").textContent).toBe(text);
});

test("leaves the form for a new holder empty if a change of a holder was refused", () => {
  const query = "?error=moderation.errors.lastAdministrator&subject=mori&reason=tired";
  renderRoles("en", query);

  expect(inputs()[1]).toMatchObject({ subject: "", role: "moderator", reason: "" });
});

test("fills what was typed about a new holder only into the form for a new holder", () => {
  const query = "?error=moderation.errors.unknownMember&subject=tani&role=none&reason=tired";
  renderRoles("en", query);

  expect(inputs()).toMatchObject([
    { subject: "mori", role: "administrator", reason: "" },
    { subject: "tani", role: "", reason: "tired" },
  ]);
});

test("asks for a new sign-in that returns to the page", () => {
  renderRoles("ja", "?error=moderation.errors.signInAgain");

  const link = screen.getByRole("link", { name: translate.ja("moderation.signIn") });
  expect(link.getAttribute("href")).toBe("/api/auth/google?return=%2Fja%2Fmoderation%2Froles");
});

test.each([
  ["mori", "holder-mori"],
  ["tani", "give-role"],
])("new sign-in returns to what was typed about %s", (subject, form) => {
  const typed = `subject=${subject}&reason=tired`;
  renderRoles("en", `?error=moderation.errors.signInAgain&${typed}`);

  const link = screen.getByRole("link", { name: translate.en("moderation.signIn") });
  const back = encodeURIComponent(`/moderation/roles?${typed}#${form}`);
  expect(link.getAttribute("href")).toBe(`/api/auth/google?return=${back}`);
  expect(document.getElementById(form)).not.toBeNull();
});

test("is not found for members who are no administrators", () => {
  renderRoles("en", "", null);

  const panel = screen.getByText(translate.en("moderation.unknown.body")).parentElement;
  const targets = [...(panel?.querySelectorAll("a") ?? [])].map((link) =>
    link.getAttribute("href"),
  );
  expect(targets).toEqual(["/", "/community"]);
  expect(document.querySelector("form")).toBeNull();
});
