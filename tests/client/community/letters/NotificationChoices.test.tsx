// @vitest-environment jsdom
/** Form of notification choices, and page that ends the weekly e-mail. */
import { cleanup, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import LetterEndPage from "../../../../client/community/letters/LetterEndPage.tsx";
import { NotificationChoices } from "../../../../client/community/letters/NotificationChoices.tsx";
import type { NotificationSettings } from "../../../../client/wire/types.generated.ts";
import { hana } from "../../accounts/sessions/member.ts";
import { renderForMember } from "../../accounts/sessions/memberPage.tsx";
import { translate } from "../../messages.ts";

const t = translate.ja;
const settings: NotificationSettings = {
  choices: { comment: "letter", like: "off", decision: "on" },
  is_letter_offered: true,
  email: "hana@example.com",
  consented_at: "2026-11-20T01:00:00Z",
};

afterEach(cleanup);

function open(part: Partial<NotificationSettings> = {}, path = "/ja/notifications") {
  const data = { ...settings, ...part };
  return renderForMember(<NotificationChoices />, {
    page: "notifications",
    path,
    viewer: hana,
    preloaded: [{ query: "notificationSettings", params: {}, data }],
  });
}

const group = (name: string) => within(screen.getByRole("group", { name }));
const radio = (kind: "comment" | "like" | "decision", channel: "on" | "letter" | "off") =>
  group(t(`notifications.choices.kinds.${kind}`)).queryByRole<HTMLInputElement>("radio", {
    name: t(`notifications.choices.channels.${channel}`),
  });

test("stored channels and the consent are chosen in the form", () => {
  open();

  expect(radio("comment", "letter")?.checked).toBe(true);
  expect(radio("like", "off")?.checked).toBe(true);
  expect(radio("decision", "on")?.checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
  const form = document.querySelector("form");
  expect(form?.getAttribute("action")).toBe("/api/account/notifications/form?language=ja");
  expect(form?.querySelector<HTMLInputElement>("[name=member]")?.value).toBe(hana.id);
});

test("form asks for consent once a kind is to be sent by weekly e-mail", async () => {
  const { user } = open({
    choices: { comment: "on", like: "on", decision: "on" },
    consented_at: null,
  });
  const consent = screen.getByRole<HTMLInputElement>("checkbox");
  expect(consent.required).toBe(false);

  await user.click(radio("like", "letter") as HTMLInputElement);
  expect(consent.required).toBe(true);

  await user.click(radio("like", "on") as HTMLInputElement);
  expect(consent.required).toBe(false);
});

test("decisions of moderators cannot be turned off", () => {
  open();

  expect(radio("decision", "off")).toBeNull();
  expect(radio("like", "off")).toBeTruthy();
});

test.each([
  ["noServer", { is_letter_offered: false }],
  ["noAddress", { email: null }],
] as const)("letter that cannot be sent is not offered: %s", (reason, part) => {
  open({ ...part, consented_at: null });

  expect(screen.getByText(t(`notifications.choices.${reason}`))).toBeTruthy();
  expect(radio("comment", "letter")?.disabled).toBe(true);
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test.each([
  ["saved", "status", t("notifications.choices.saved")],
  ["consent", "alert", t("notifications.errors.consent")],
  ["another", "alert", t("notifications.errors.failed")],
] as const)("outcome %s is shown", (outcome, role, message) => {
  open({}, `/ja/notifications?choices=${outcome}`);

  expect(screen.getByRole(role).textContent).toBe(message);
});

test.each([
  ["?member=1&token=2", "button", t("notifications.end.submit")],
  ["?ended=1", "status", t("notifications.end.ended")],
  ["?error=1", "alert", t("notifications.end.error")],
  ["", "alert", t("notifications.end.error")],
] as const)("page that ends the e-mail shows %s", (query, role, message) => {
  renderForMember(<LetterEndPage />, { page: "letterEnd", path: `/ja/letter/end${query}` });

  expect(screen.getByRole(role).textContent).toBe(message);
});
