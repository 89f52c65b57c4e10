/** Parser of realtime messages. */
import { expect, test } from "vitest";
import { readMessage } from "../../../client/wire/live.ts";

test("realtime event is parsed", () => {
  const event = { type: "postChanged", id: 4, likes: 2, commentsCount: 1 };

  expect(readMessage(JSON.stringify(event))).toEqual(event);
});

test("event of a restored post is parsed", () => {
  const event = { type: "postRestored", id: 4 };

  expect(readMessage(JSON.stringify(event))).toEqual(event);
});

test.each([
  "",
  "{",
  "null",
  "4",
  "[]",
  '{"type":4}',
  '{"type":"weather"}',
  '{"type":"toString"}',
  '{"id":4}',
])("realtime message %s is ignored", (text) => {
  expect(readMessage(text)).toBeUndefined();
});

test("binary realtime message is ignored", () => {
  expect(readMessage(new ArrayBuffer(2))).toBeUndefined();
});
