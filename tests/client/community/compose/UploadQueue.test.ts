/** Pictures on their way: two at a time, each told of, each to be taken back or sent again. */
import { expect, test, vi } from "vitest";
import { UploadQueue } from "../../../../client/community/compose/pictures/UploadQueue.ts";
import { fakeUploads, settle } from "./sendings.ts";

function open() {
  const { sent, send } = fakeUploads();
  const course = {
    started: vi.fn(),
    progressed: vi.fn(),
    stored: vi.fn(),
    failed: vi.fn(),
    unwanted: vi.fn(),
  };
  const queue = new UploadQueue(send, course);
  const add = (...keys: readonly string[]) => {
    for (const key of keys) queue.add(key, { file: new Blob([key]), name: key });
  };
  const names = () => sent.map(({ name }) => name).join("");
  return { queue, course, sent, add, names };
}

test("two are sent at once, the next when one has arrived", async () => {
  const { add, sent, names, course } = open();
  add("a", "b", "c", "d");
  expect(names()).toBe("ab");

  sent[1]?.store("u2");
  await settle();

  expect(names()).toBe("abc");
  expect(course.stored).toHaveBeenCalledExactlyOnceWith("b", expect.objectContaining({ id: "u2" }));
});

test("real progress is reported", () => {
  const { add, sent, course } = open();
  add("a");
  sent[0]?.onProgress(0.25);

  expect(course.started).toHaveBeenCalledWith("a");
  expect(course.progressed).toHaveBeenCalledWith("a", 0.25);
});

test("one that fails makes room, and can be sent again", async () => {
  const { add, queue, sent, names, course } = open();
  add("a", "b", "c");
  const error = new Error("gone");
  sent[0]?.fail(error);
  await settle();
  expect(course.failed).toHaveBeenCalledExactlyOnceWith("a", error);
  expect(names()).toBe("abc");

  queue.retry("a");
  sent[1]?.store("u");
  await settle();

  expect(names()).toBe("abca");
});

test("a running upload is cancelled, and no failure is reported", async () => {
  const { add, queue, sent, names, course } = open();
  add("a", "b", "c");
  queue.cancel("a");
  await settle();

  expect(sent[0]?.signal.aborted).toBe(true);
  expect(course.failed).not.toHaveBeenCalled();
  expect(names()).toBe("abc");
});

test("one that waits is taken back before it is sent", async () => {
  const { add, queue, sent, names } = open();
  add("a", "b", "c");
  queue.cancel("c");
  sent[0]?.store("u");
  await settle();

  expect(names()).toBe("ab");
});

test("one that arrived as it was taken back is not wanted any more", async () => {
  const { add, queue, sent, course } = open();
  add("a");
  sent[0]?.store("u");
  queue.cancel("a");
  await settle();

  expect(course.stored).not.toHaveBeenCalled();
  expect(course.unwanted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: "u" }));
});

test("progress that comes after the end is nothing", async () => {
  const { add, queue, sent, course } = open();
  add("a");
  queue.cancel("a");
  sent[0]?.onProgress(0.5);
  await settle();

  expect(course.progressed).not.toHaveBeenCalled();
});

test("nothing is sent twice at once, nor what is not there", () => {
  const { add, queue, names } = open();
  add("a", "b", "c");
  for (const key of ["a", "c", "x"]) queue.retry(key);

  expect(names()).toBe("ab");
});

test("all are taken back when the page is left", async () => {
  const { add, queue, sent, names } = open();
  add("a", "b", "c");
  queue.cancelAll();
  await settle();

  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(names()).toBe("ab");
});
