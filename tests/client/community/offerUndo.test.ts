// @vitest-environment jsdom
/** Message about a deletion: button to undo it, focus, failure and timeout. */
import { beforeEach, expect, test, vi } from "vitest";
import { offerUndo } from "../../../client/community/offerUndo.ts";
import { Refusal } from "../../../client/wire/refusal.ts";
import { undoSeconds } from "../../../client/contracts/limits.generated.ts";

const list = () => document.querySelector<HTMLElement>("#list");
const texts = () => [...document.querySelectorAll(".message p")].map((one) => one.textContent);

beforeEach(() => {
  document.body.innerHTML = '<div id="messages"></div><div id="list" tabindex="-1"></div>';
  list()?.focus();
});

function offer(run: () => Promise<void>) {
  const removeReport = vi.fn();
  const onFailure = vi.fn(() => removeReport);
  offerUndo({ t: String, text: "Deleted", done: "Back", restored: "post-12", run, onFailure });
  return Object.assign(onFailure, { removeReport });
}

test("undo button has the focus, and returns it after a press", async () => {
  const run = vi.fn(async () => {});
  const onFailure = offer(run);
  const button = document.activeElement;
  expect([button?.tagName, button?.textContent]).toEqual(["BUTTON", "postDetail.undo.label"]);

  if (button instanceof HTMLElement) button.click();

  await vi.waitFor(() => expect(texts()).toEqual(["Back"]));
  expect(document.activeElement).toBe(list());
  expect(run).toHaveBeenCalledOnce();
  expect(onFailure).not.toHaveBeenCalled();
});

/** Shows the restored post above the list; returns its link. */
function showPost(): HTMLElement {
  list()?.insertAdjacentHTML("beforebegin", '<article id="post-12"><a href="/">Hana</a></article>');
  const link = document.querySelector<HTMLElement>("#post-12 a");
  if (link === null) throw new Error("no link");
  return link;
}

test("restored element receives the focus once it is shown", async () => {
  offer(async () => {});

  document.querySelector<HTMLElement>(".message-action")?.click();
  await vi.waitFor(() => expect(texts()).toEqual(["Back"]));
  const link = showPost();

  await vi.waitFor(() => expect(document.activeElement).toBe(link));
});

test("focus stays where it is if the reader pressed a key before the element is shown", async () => {
  offer(async () => {});

  document.querySelector<HTMLElement>(".message-action")?.click();
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
  await vi.waitFor(() => expect(texts()).toEqual(["Back"]));
  showPost();
  await new Promise((resolve) => setTimeout(resolve));

  expect(document.activeElement).toBe(list());
});

test("undo that fails is reported", async () => {
  const failure = new Error("too late");
  const onFailure = offer(() => Promise.reject(failure));

  document.querySelector<HTMLElement>(".message-action")?.click();

  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledWith(failure));
  expect(texts()).toEqual([]);
});

test("undo without an answer is offered again for the rest of the time", async () => {
  vi.useFakeTimers();
  const run = vi.fn(async () => {}).mockRejectedValueOnce(new Refusal("app.networkError", 0));
  const { removeReport } = offer(run);
  const press = () => document.querySelector<HTMLElement>(".message-action")?.click();

  await vi.advanceTimersByTimeAsync(4000);
  press();
  await vi.advanceTimersByTimeAsync(undoSeconds * 1000 - 4001);
  expect(texts()).toEqual(["Deleted"]);
  press();
  await vi.advanceTimersByTimeAsync(0);

  expect(texts()).toEqual(["Back"]);
  expect(removeReport).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test("message disappears when the deletion can no longer be undone", () => {
  vi.useFakeTimers();
  offer(async () => {});

  vi.advanceTimersByTime(undoSeconds * 1000 - 1);
  expect(texts()).toEqual(["Deleted"]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  vi.useRealTimers();
});
