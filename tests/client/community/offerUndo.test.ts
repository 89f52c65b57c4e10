// @vitest-environment jsdom
/** Message about a deletion: button to undo it, focus, failure and timeout. */
import { beforeEach, expect, test, vi } from "vitest";
import { offerUndo } from "../../../client/community/offerUndo.ts";
import { undoSeconds } from "../../../client/contracts/limits.generated.ts";

const list = () => document.querySelector<HTMLElement>("#list");
const texts = () => [...document.querySelectorAll(".message p")].map((one) => one.textContent);

beforeEach(() => {
  document.body.innerHTML = '<div id="messages"></div><div id="list" tabindex="-1"></div>';
  list()?.focus();
});

function offer(run: () => Promise<void>) {
  const onFailure = vi.fn();
  offerUndo({ t: String, text: "Deleted", done: "Back", run, onFailure });
  return onFailure;
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

test("message disappears when the deletion can no longer be undone", () => {
  vi.useFakeTimers();
  offer(async () => {});

  vi.advanceTimersByTime(undoSeconds * 1000 - 1);
  expect(texts()).toEqual(["Deleted"]);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
  vi.useRealTimers();
});
