/** What the live connection says is read, and what it does not know is left. */
import { expect, test } from "vitest";
import { readMessage } from "../../../client/wire/live.ts";

test("an event is read", () => {
  const event = { type: "postChanged", id: 4, likes: 2, commentsCount: 1 };

  expect(readMessage(JSON.stringify(event))).toEqual(event);
});

test.each(["", "{", "null", "4", "[]", '{"type":4}', '{"type":"weather"}', '{"id":4}'])(
  "%s is nothing",
  (text) => {
    expect(readMessage(text)).toBeUndefined();
  },
);

test("bytes are nothing", () => {
  expect(readMessage(new ArrayBuffer(2))).toBeUndefined();
});
