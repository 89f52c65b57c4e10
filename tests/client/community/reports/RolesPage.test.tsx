// @vitest-environment jsdom
/** Administrators' page of roles: forms without scripts, and outcomes from the address. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import RolesPage from "../../../../client/community/reports/RolesPage.tsx";
import type { QueryData } from "../../../../client/page/queries.ts";
import { draw } from "../../renderPage.tsx";
import { eachLanguage, say } from "../../words.ts";

const holders = [{ id: "mori", display_name: "Mori", role: "administrator" }];

function drawRoles(language: "en" | "ja", query = "", data: QueryData["roles"] = { holders }) {
  const path = `${language === "ja" ? "/ja" : ""}/moderation/roles${query}`;
  const preloaded = [{ query: "roles", params: {}, data }] as const;
  return draw(<RolesPage />, { page: "roles", language, path, preloaded });
}

/** Returns the fields of the forms: of the holder's, then of the form for a new holder. */
const inputs = () =>
  [...document.querySelectorAll("form")].map((form) => Object.fromEntries(new FormData(form)));

afterEach(cleanup);

test.each(eachLanguage)(
  "has a form for each holder and one for another member in %s",
  (language) => {
    const { container } = drawRoles(language);
    const [own, another] = [...container.querySelectorAll("form")];
    const t = say[language];

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
  drawRoles("en", query);

  expect(screen.getByRole("alert").textContent).toBe(say.en("moderation.errors.lastAdministrator"));
  expect(inputs()[0]).toMatchObject({ role: "", reason: "tired" });
  expect(document.querySelector("select")?.required).toBe(true);
});

test("says that nothing changed if the member has that role already", () => {
  drawRoles("ja", "?done=unchanged");

  expect(screen.getByRole("status").textContent).toBe(say.ja("moderation.roles.unchanged"));
});

test.each(["note", "noteCharacters"])("says what a reason may have: %s", (code) => {
  drawRoles("ja", `?error=report.errors.${code}&subject=mori&reason=tired`);

  const text = say.ja("moderation.errors.note", { most: 200 });
  expect(screen.getByRole("alert").textContent).toBe(text);
});

test("leaves the form for a new holder empty if a change of a holder was refused", () => {
  const query = "?error=moderation.errors.lastAdministrator&subject=mori&reason=tired";
  drawRoles("en", query);

  expect(inputs()[1]).toMatchObject({ subject: "", role: "moderator", reason: "" });
});

test("keeps what was typed about a new holder in the form for a new holder alone", () => {
  const query = "?error=moderation.errors.unknownMember&subject=tani&role=none&reason=tired";
  drawRoles("en", query);

  expect(inputs()).toMatchObject([
    { subject: "mori", role: "administrator", reason: "" },
    { subject: "tani", role: "", reason: "tired" },
  ]);
});

test("asks for a new sign-in that returns to the page", () => {
  drawRoles("ja", "?error=moderation.errors.signInAgain");

  const link = screen.getByRole("link", { name: say.ja("moderation.signIn") });
  expect(link.getAttribute("href")).toBe("/api/auth/google?return=%2Fja%2Fmoderation%2Froles");
});

test.each([
  ["mori", "holder-mori"],
  ["tani", "give-role"],
])("new sign-in leads back to what was typed about %s", (subject, form) => {
  const typed = `subject=${subject}&reason=tired`;
  drawRoles("en", `?error=moderation.errors.signInAgain&${typed}`);

  const link = screen.getByRole("link", { name: say.en("moderation.signIn") });
  const back = encodeURIComponent(`/moderation/roles?${typed}#${form}`);
  expect(link.getAttribute("href")).toBe(`/api/auth/google?return=${back}`);
  expect(document.getElementById(form)).not.toBeNull();
});

test("is unknown to all but administrators", () => {
  drawRoles("en", "", null);

  const panel = screen.getByText(say.en("moderation.unknown.body")).parentElement;
  const ways = [...(panel?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"));
  expect(ways).toEqual(["/", "/community"]);
  expect(document.querySelector("form")).toBeNull();
});
