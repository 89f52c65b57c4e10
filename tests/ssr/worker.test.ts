/** Process of the worker with a fake render, over a real socket. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { requestFrame } from "./requestFrame.ts";

interface RenderResponse {
  readonly id: number;
  readonly status: number;
  readonly renderUs: number;
  readonly head: string;
  readonly body: string;
}

const SOCKET_FD = 3;
const folder = mkdtempSync(join(tmpdir(), "chanoki-worker-"));
const bundle = join(folder, "worker.mjs");
let worker: ChildProcess;
let socket: Socket;
let received = Buffer.alloc(0);
let printed = "";

beforeAll(async () => {
  const fakeRender = join(import.meta.dirname, "fakeRender.ts");
  await build({
    entryPoints: ["ssr/worker.ts"],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    plugins: [
      {
        name: "fake-render",
        setup: ({ onResolve }) =>
          onResolve({ filter: /render\.tsx$/ }, () => ({ path: fakeRender })),
      },
    ],
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

afterEach(() => worker.kill("SIGKILL"));

async function start(): Promise<RenderResponse> {
  worker = spawn(process.execPath, [bundle, String(SOCKET_FD)], {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const end = worker.stdio[SOCKET_FD];
  if (!(end instanceof Socket)) throw new Error("the worker has no socket");
  socket = end;
  received = Buffer.alloc(0);
  printed = "";
  worker.stderr?.on("data", (text) => {
    printed += text;
  });
  return nextResponse();
}

async function nextResponse(): Promise<RenderResponse> {
  while (received.length < 4 || received.length < 4 + received.readUInt32BE(0)) {
    const [chunk] = await once(socket, "data");
    received = Buffer.concat([received, chunk]);
  }
  const end = 4 + received.readUInt32BE(0);
  const bodyStart = 18 + received.readUInt32BE(14);
  const response = {
    id: received.readUInt32BE(4),
    status: received.readUInt16BE(8),
    renderUs: received.readUInt32BE(10),
    head: received.toString("utf8", 18, bodyStart),
    body: received.toString("utf8", bodyStart, end),
  };
  received = received.subarray(end);
  return response;
}

function request(id: number, order: object): Promise<RenderResponse> {
  socket.write(requestFrame(id, JSON.stringify(order)));
  return nextResponse();
}

test("worker sends a hello frame after its warm-up", async () => {
  const hello = await start();
  const { head } = await request(1, { text: "a" });

  expect(hello).toEqual({ id: 0, status: 0, renderUs: 0, head: "", body: "" });
  expect(Number(head.replace(/\D/g, ""))).toBeGreaterThan(40);
});

test("page that fails in the warm-up is logged and later requests are served", async () => {
  await start();

  expect((await request(1, { text: "茶" })).body).toBe("茶");
  expect(printed).toContain("warm-up: Error: the page failed");
});

test("responses are sent in the order of the requests", async () => {
  await start();
  const texts = ["one", "two", "three"];

  socket.write(
    Buffer.concat(texts.map((text, index) => requestFrame(index + 7, JSON.stringify({ text })))),
  );

  for (const [index, text] of texts.entries()) {
    expect(await nextResponse()).toMatchObject({ id: index + 7, status: 200, body: text });
  }
});

test("exception is a 500 response with its stack and the next page is rendered", async () => {
  await start();

  const failed = await request(1, { fail: "no such leaf" });

  expect(failed).toMatchObject({ id: 1, status: 500, head: "" });
  expect(failed.body).toMatch(/^Error: no such leaf\n\s+at /);
  expect((await request(2, { text: "next" })).body).toBe("next");
});

test("response has the render duration, also after an exception", async () => {
  await start();

  for (const order of [{ ms: 30 }, { ms: 30, fail: "no such leaf" }]) {
    const { renderUs } = await request(1, order);
    expect(renderUs).toBeGreaterThanOrEqual(30_000);
    expect(renderUs).toBeLessThan(30_000_000);
  }
});

test("invalid JSON payload is a 500 response", async () => {
  await start();

  socket.write(requestFrame(1, "{"));

  expect(await nextResponse()).toMatchObject({ id: 1, status: 500, head: "" });
});

test("response above the size limit is a 500 response", async () => {
  await start();

  expect(await request(1, { bytes: 9_000_000 })).toMatchObject({ status: 500, head: "" });
});

test("response of 5 MB arrives complete", async () => {
  await start();

  expect((await request(1, { bytes: 5_000_000 })).body).toHaveLength(5_000_000);
});

test("buffered responses are not overwritten by the next ones", async () => {
  await start();
  const texts = Array.from({ length: 60 }, (_, index) => String(index % 10).repeat(50_000));

  socket.write(Buffer.concat(texts.map((text, id) => requestFrame(id, JSON.stringify({ text })))));

  for (const [id, text] of texts.entries()) {
    expect(await nextResponse()).toMatchObject({ id, body: text });
  }
});

test("worker exits with 0 when the socket ends", async () => {
  await start();

  socket.end();

  expect(await once(worker, "exit")).toEqual([0, null]);
});

test("worker exits with an error on an invalid frame", async () => {
  await start();

  socket.write("GET / HTTP/1.1\r\n\r\n");

  const [code] = await once(worker, "exit");
  expect(code).not.toBe(0);
});
