/** The render worker: hello after warm-up, frames in and out, exit when the socket closes. */
import { Socket } from "node:net";
import { answerWriter, HELLO_ID, type RequestFrame, requestReader } from "./frames.ts";
import { createRenderer, warmUpPayloads } from "./render.tsx";

type Render = Awaited<ReturnType<typeof createRenderer>>;
type Payload = Parameters<Render>[0];
type Write = ReturnType<typeof answerWriter>;

// The first renders of a process are many times slower than the hundredth; visitors get none of them.
const WARM_UP_RENDERS = 60;
const READ_BYTES = 64 * 1024;
const STACK_CHARACTERS_MOST = 8000;

const render = await createRenderer();
warmUp(render);
serve(Number(process.argv[2]), render);

function warmUp(render: Render): void {
  const payloads = warmUpPayloads();
  const rounds = Math.ceil(WARM_UP_RENDERS / Math.max(1, payloads.length));
  for (const payload of payloads) {
    try {
      for (let round = 0; round < rounds; round += 1) render(payload);
    } catch (error) {
      // One broken page must not keep the others from being served.
      console.error(`warm-up: ${stackOf(error)}`);
    }
  }
}

function serve(fd: number, render: Render): void {
  const read = requestReader((request) => send(answer(write, render, request)));
  const arrived = Buffer.allocUnsafeSlow(READ_BYTES);
  const socket = new Socket({
    fd,
    readable: true,
    writable: true,
    // Into the same memory each time: by itself Node would take 64 KB anew for every request.
    onread: { buffer: arrived, callback: take },
  });
  let write = answerWriter();

  function take(count: number): boolean {
    read(arrived.subarray(0, count));
    return true;
  }

  function send(frame: Buffer): void {
    socket.write(frame);
    // The memory of what the socket could not take yet is not to be written into again.
    if (socket.writableLength > 0) write = answerWriter();
  }

  // The host is gone, or wants this worker gone: an error on the socket says the same.
  for (const ending of ["end", "error", "close"]) socket.on(ending, () => process.exit(0));
  send(write(HELLO_ID, { status: 0, head: "", body: "", drawnUs: 0 }));
}

function answer(write: Write, render: Render, { id, payload: text }: RequestFrame): Buffer {
  const begun = performance.now();
  const drawnUs = () => Math.round((performance.now() - begun) * 1000);
  try {
    const payload: Payload = JSON.parse(text);
    const page = render(payload);
    return write(id, { ...page, drawnUs: drawnUs() });
  } catch (error) {
    return write(id, { status: 500, head: "", body: stackOf(error), drawnUs: drawnUs() });
  }
}

function stackOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.slice(0, STACK_CHARACTERS_MOST);
}
