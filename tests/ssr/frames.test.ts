/** Frames of requests and responses. */
import { expect, test } from "vitest";
import {
  MAX_RESPONSE_BYTES,
  responseWriter,
  MAX_REQUEST_BYTES,
  type RequestFrame,
  requestReader,
} from "../../ssr/frames.ts";
import { requestFrame } from "./requestFrame.ts";

const renderUs = 374;

test("requests are parsed wherever the stream is split", () => {
  const sent: RequestFrame[] = [
    { id: 1, payload: '{"name":"やぶきた 🍵"}' },
    { id: 4_294_967_295, payload: "" },
    { id: 2, payload: "{}" },
  ];
  const stream = Buffer.concat(sent.map(({ id, payload }) => requestFrame(id, payload)));

  for (let first = 0; first <= stream.length; first += 1) {
    for (let second = first; second <= stream.length; second += 7) {
      const found: RequestFrame[] = [];
      const read = requestReader((request) => found.push(request));
      read(stream.subarray(0, first));
      read(stream.subarray(first, second));
      read(stream.subarray(second));
      expect(found).toEqual(sent);
    }
  }
});

test("parsed request does not depend on the memory of its chunks", () => {
  const stream = requestFrame(5, '{"name":"やぶきた"}');
  const memory = Buffer.alloc(7);
  const found: RequestFrame[] = [];
  const read = requestReader((request) => found.push(request));

  for (let at = 0; at < stream.length; at += memory.length) {
    const count = stream.copy(memory, 0, at);
    read(memory.subarray(0, count));
    memory.fill("x");
  }

  expect(found).toEqual([{ id: 5, payload: '{"name":"やぶきた"}' }]);
});

test.each([
  ["too short to hold an id", 3],
  ["longer than any payload", MAX_REQUEST_BYTES + 1],
])("request %s is refused before it is buffered", (_, length) => {
  const header = Buffer.alloc(4);
  header.writeUInt32BE(length);

  expect(() => requestReader(() => undefined)(header)).toThrow(RangeError);
});

test("response frame has length, id, status, duration, head length, head, body", () => {
  const frame = responseWriter()(258, { status: 404, head: "<é>", body: "茶", renderUs: 70_000 });

  expect(frame.toString("hex")).toBe(
    ["00000015", "00000102", "0194", "00011170", "00000004", "3cc3a93e", "e88cb6"].join(""),
  );
});

test("lone surrogate in a response becomes a replacement character", () => {
  const frame = responseWriter()(1, { status: 200, head: "", body: "a\ud83cb", renderUs });

  expect(frame.readUInt32BE(0)).toBe(frame.length - 4);
  expect(frame.subarray(18).toString()).toBe("a\ufffdb");
});

test("response of the maximum size is written and a larger one throws", () => {
  const body = "x".repeat(MAX_RESPONSE_BYTES - 14);

  expect(responseWriter()(1, { status: 200, head: "", body, renderUs }).length).toBe(
    MAX_RESPONSE_BYTES + 4,
  );
  expect(() => responseWriter()(1, { status: 200, head: "x", body, renderUs })).toThrow(RangeError);
});

test("responses of varying length are written completely", () => {
  const write = responseWriter();

  for (const letters of [1, 200_000, 3, 90_000]) {
    const frame = write(letters, { status: 200, head: "茶", body: "葉".repeat(letters), renderUs });

    expect(frame.readUInt32BE(4)).toBe(letters);
    expect(frame.toString("utf8", 18)).toBe(`茶${"葉".repeat(letters)}`);
  }
});
