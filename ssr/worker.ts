/** The render worker: hello after warm-up, frames in and out, exit when the socket closes. */
import { Socket } from "node:net";
import { responseWriter, HELLO_ID, type RequestFrame, requestReader } from "./frames.ts";
import { createRenderer, warmUpPayloads } from "./render.tsx";

type Render = Awaited<ReturnType<typeof createRenderer>>;
type Payload = Parameters<Render>[0];
type Write = ReturnType<typeof responseWriter>;

// The first renders of a process are many times slower than the hundredth; visitors get none of them.
const WARM_UP_RENDERS = 60;
const READ_BYTES = 64 * 1024;
const MAX_STACK_CHARACTERS = 8000;

const render = await createRenderer();
warmUp(render);
serve(Number(process.argv[2]), render);

/**
 * Renders sample payloads about WARM_UP_RENDERS times before the first request, so that the
 * compiler has optimized the code. A page that throws is logged and skipped.
 */
function warmUp(render: Render): void {
  const payloads = warmUpPayloads();
  const rounds = Math.ceil(WARM_UP_RENDERS / Math.max(1, payloads.length));
  for (const payload of payloads) {
    try {
      for (let round = 0; round < rounds; round += 1) render(payload);
    } catch (error) {
      console.error(`warm-up: ${stackOf(error)}`);
    }
  }
}

/**
 * Sends the hello frame, then renders each request of the socket and writes its response. `fd` is
 * the socket's descriptor; the process exits when the socket closes.
 */
function serve(fd: number, render: Render): void {
  const read = requestReader((request) => send(respond(write, render, request)));
  const chunk = Buffer.allocUnsafeSlow(READ_BYTES);
  const socket = new Socket({
    fd,
    readable: true,
    writable: true,
    // One reused buffer: by default Node allocates 64 KB for every read.
    onread: { buffer: chunk, callback: readChunk },
  });
  let write = responseWriter();

  function readChunk(count: number): boolean {
    read(chunk.subarray(0, count));
    return true;
  }

  function send(frame: Buffer): void {
    socket.write(frame);
    // The socket still reads from this buffer, so the next response gets a new one.
    if (socket.writableLength > 0) write = responseWriter();
  }

  // The host closes the socket to stop the worker; an error means that the host is gone.
  for (const event of ["end", "error", "close"]) socket.on(event, () => process.exit(0));
  send(write(HELLO_ID, { status: 0, head: "", body: "", renderUs: 0 }));
}

/** Renders a request and encodes the response; an exception gives status 500 with the stack as body. */
function respond(write: Write, render: Render, { id, payload: text }: RequestFrame): Buffer {
  const start = performance.now();
  const renderUs = () => Math.round((performance.now() - start) * 1000);
  try {
    const payload: Payload = JSON.parse(text);
    const page = render(payload);
    return write(id, { ...page, renderUs: renderUs() });
  } catch (error) {
    return write(id, { status: 500, head: "", body: stackOf(error), renderUs: renderUs() });
  }
}

/** Returns the stack of an error, or its text without one, at most MAX_STACK_CHARACTERS long. */
function stackOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.slice(0, MAX_STACK_CHARACTERS);
}
