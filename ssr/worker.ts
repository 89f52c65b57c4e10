/** The render worker: hello after warm-up, frames in and out, exit when the socket closes. */
import { Socket } from "node:net";
import { answerFrame, HELLO_ID, requestReader } from "./frames.ts";
import { createRenderer, warmUpPayloads } from "./render.tsx";

type Render = Awaited<ReturnType<typeof createRenderer>>;
type Payload = Parameters<Render>[0];

// The first renders of a process are many times slower than the hundredth; visitors get none of them.
const WARM_UP_RENDERS = 60;
const STACK_CHARACTERS_MOST = 8000;

const render = await createRenderer();
warmUp(render);
serve(new Socket({ fd: Number(process.argv[2]), readable: true, writable: true }), render);

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

function serve(socket: Socket, render: Render): void {
  const read = requestReader();
  socket.on("data", (chunk) => {
    // No encoding is set, so a chunk is never text.
    if (typeof chunk === "string") return;
    for (const { id, payload } of read(chunk)) socket.write(answer(render, id, payload));
  });
  // The host is gone, or wants this worker gone: an error on the socket says the same.
  for (const ending of ["end", "error", "close"]) socket.on(ending, () => process.exit(0));
  socket.write(answerFrame(HELLO_ID, { status: 0, head: "", body: "" }));
}

function answer(render: Render, id: number, text: string): Buffer {
  try {
    const payload: Payload = JSON.parse(text);
    return answerFrame(id, render(payload));
  } catch (error) {
    return answerFrame(id, { status: 500, head: "", body: stackOf(error) });
  }
}

function stackOf(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.slice(0, STACK_CHARACTERS_MOST);
}
