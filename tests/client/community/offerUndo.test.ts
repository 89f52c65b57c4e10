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
  offerUndo({ t: String, text: "Deleted", done: "Back", run, onFailure });
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
