/** Upload queue: two at once, cancellation and retry. */
import { expect, test, vi } from "vitest";
import { UploadQueue } from "../../../../client/community/compose/pictures/UploadQueue.ts";
import { fakeUploads, settle } from "./fakeUploads.ts";

function open() {
  const { sent, send } = fakeUploads();
  const callbacks = {
    started: vi.fn(),
    progressed: vi.fn(),
    stored: vi.fn(),
    failed: vi.fn(),
    unwanted: vi.fn(),
  };
  const queue = new UploadQueue(send, callbacks);
  const add = (...keys: readonly string[]) => {
    for (const key of keys) queue.add(key, { file: new Blob([key]), name: key });
  };
  const names = () => sent.map(({ name }) => name).join("");
  return { queue, callbacks, sent, add, names };
}

test("upload queue runs two uploads and starts the next after one completes", async () => {
  const { add, sent, names, callbacks } = open();
  add("a", "b", "c", "d");
  expect(names()).toBe("ab");

  sent[1]?.store("u2");
  await settle();

  expect(names()).toBe("abc");
  expect(callbacks.stored).toHaveBeenCalledExactlyOnceWith(
    "b",
    expect.objectContaining({ id: "u2" }),
  );
});

test("upload queue reports start and progress", () => {
  const { add, sent, callbacks } = open();
  add("a");
  sent[0]?.onProgress(0.25);

  expect(callbacks.started).toHaveBeenCalledWith("a");
  expect(callbacks.progressed).toHaveBeenCalledWith("a", 0.25);
});

test("upload queue starts the next after a failure and retries on request", async () => {
  const { add, queue, sent, names, callbacks } = open();
  add("a", "b", "c");
  const error = new Error("gone");
  sent[0]?.fail(error);
  await settle();
  expect(callbacks.failed).toHaveBeenCalledExactlyOnceWith("a", error);
  expect(names()).toBe("abc");

  queue.retry("a");
  sent[1]?.store("u");
  await settle();

  expect(names()).toBe("abca");
});

test("upload queue aborts a cancelled upload and reports no failure", async () => {
  const { add, queue, sent, names, callbacks } = open();
  add("a", "b", "c");
  queue.cancel("a");
  await settle();

  expect(sent[0]?.signal.aborted).toBe(true);
  expect(callbacks.failed).not.toHaveBeenCalled();
  expect(names()).toBe("abc");
});

test("upload queue does not start a cancelled waiting upload", async () => {
  const { add, queue, sent, names } = open();
  add("a", "b", "c");
  queue.cancel("c");
  sent[0]?.store("u");
  await settle();

  expect(names()).toBe("ab");
});

test("upload queue reports an upload as unwanted when cancelled on completion", async () => {
  const { add, queue, sent, callbacks } = open();
  add("a");
  sent[0]?.store("u");
  queue.cancel("a");
  await settle();

  expect(callbacks.stored).not.toHaveBeenCalled();
  expect(callbacks.unwanted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "u" }));
});

test("upload queue ignores progress after cancellation", async () => {
  const { add, queue, sent, callbacks } = open();
  add("a");
  queue.cancel("a");
  sent[0]?.onProgress(0.5);
  await settle();

  expect(callbacks.progressed).not.toHaveBeenCalled();
});

test("upload queue ignores retries of active, waiting and unknown uploads", () => {
  const { add, queue, names } = open();
  add("a", "b", "c");
  for (const key of ["a", "c", "x"]) queue.retry(key);

  expect(names()).toBe("ab");
});

test("upload queue aborts all uploads on cancelAll", async () => {
  const { add, queue, sent, names } = open();
  add("a", "b", "c");
  queue.cancelAll();
  await settle();

  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(names()).toBe("ab");
});
