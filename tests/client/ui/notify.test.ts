// @vitest-environment jsdom
/** Messages to the reader: alerts, status and stored messages. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showStoredMessages } from "../../../client/app/layout/storedMessages.ts";
import { notify, notifyNext } from "../../../client/ui/notify.ts";

beforeEach(() => {
  document.body.innerHTML = '<div id="messages"></div>';
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = () => [...document.querySelectorAll(".message")];

test("alert is plain text with role alert and stays until closed", () => {
  vi.useFakeTimers();
  notify({ text: "<b>no</b>", kind: "alert", close: "Close" });
  vi.advanceTimersByTime(60_000);

  expect(shown()).toHaveLength(1);
  expect(shown()[0]?.getAttribute("role")).toBe("alert");
  expect(document.querySelector("b")).toBeNull();
  document.querySelector<HTMLButtonElement>("[aria-label=Close]")?.click();
  expect(shown()).toEqual([]);
});

test("status message disappears after eight seconds", () => {
  vi.useFakeTimers();
  notify({ text: "saved", kind: "status", close: "Close" });
  expect(shown()).toHaveLength(1);
  vi.advanceTimersByTime(8000);

  expect(shown()).toEqual([]);
});

test.each([{}, { link: { text: "Log in", href: "/login" } }])(
  "repeated message with %j replaces the previous one",
  (more) => {
    for (const text of ["no", "log in first", "no"])
      notify({ text, kind: "alert", close: "Close", ...more });

    const texts = shown().map((box) => box.querySelector("p")?.firstChild?.textContent);
    expect(texts).toEqual(["log in first", "no"]);
  },
);

test("stored message is shown once on the next page", () => {
  notifyNext({ text: "saved", kind: "status", close: "Close" });
  expect(shown()).toEqual([]);

  showStoredMessages();
  showStoredMessages();

  expect(shown().map(({ textContent }) => textContent)).toEqual(["saved×"]);
});

test("stored message keeps a link to a page of this site", () => {
  const link = { text: "Log in", href: "/login?return=%2Fja%2Fposts%2F7" };

  notifyNext({ text: "log in first", kind: "alert", close: "Close", link });
  showStoredMessages();

  expect(document.querySelector(".message a")?.getAttribute("href")).toBe(link.href);
});

test.each([
  "https://tea.example/",
  "//tea.example/",
  "/\t/tea.example/",
  "/\\tea.example/",
  "javascript:alert(1)",
  `blob:${location.origin}/7`,
  7,
])("stored message is shown without a link to %j", (href) => {
  const message = { text: "log in", kind: "alert", close: "Close", link: { text: "Go", href } };
  sessionStorage.setItem("messages", JSON.stringify([message]));

  showStoredMessages();

  expect(shown().map(({ textContent }) => textContent)).toEqual(["log in×"]);
});

test("invalid stored messages are not shown", () => {
  sessionStorage.setItem("messages", JSON.stringify([{ text: 1 }, null, "x"]));
  showStoredMessages();

  expect(shown()).toEqual([]);
});

test("message is placed inside an open dialog", () => {
  document.body.insertAdjacentHTML("beforeend", "<dialog open></dialog>");
  notify({ text: "no", kind: "alert", close: "Close" });

  expect(document.querySelector("dialog .message")).toBeTruthy();
});
