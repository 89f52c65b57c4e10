// @vitest-environment jsdom
/** Link to mute or block a member: opens a dialog with scripts, leads to the account page without. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { HideLink } from "../../../../client/community/hide/HideLink.tsx";
import { hana } from "../../accounts/sessions/member.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

const t = translate.ja;

afterEach(cleanup);

const open = () => renderForMember(<HideLink other="alex" name="Alex" className="button" />);
const link = () => screen.getByRole<HTMLAnchorElement>("link", { name: t("app.hide") });

test("link leads to the form of the account page", () => {
  open();

  expect(link().getAttribute("href")).toBe("/ja/account?hide=alex#hidden");
});

test("dialog explains mute and block, and sends a form", async () => {
  const { user } = open();
  await user.click(link());

  const dialog = await screen.findByRole("dialog", {
    name: t("hidden.choice.title", { name: "Alex" }),
  });
  expect(dialog.textContent).toContain(t("hidden.choice.muteMeans"));
  expect(dialog.textContent).toContain(t("hidden.choice.blockMeans"));
  expect(dialog.textContent).toContain(t("hidden.choice.note"));
  const form = dialog.querySelector("form");
  expect(form?.getAttribute("action")).toBe("/api/account/hidden/form?language=ja");
  expect([...new FormData(form ?? undefined)]).toEqual([
    ["member", hana.id],
    ["hide", "alex"],
    ["kind", "mute"],
  ]);
});

test("dialog closes without a change", async () => {
  const { user } = open();
  await user.click(link());
  await user.click(await screen.findByRole("button", { name: t("hidden.choice.cancel") }));

  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
