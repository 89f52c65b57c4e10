/** The peer: Node's own server in two processes, which renders the host's pages with the host's renderer and nothing else. */
import cluster from "node:cluster";
import { createServer } from "node:http";
import { createRenderer, warmUpPayloads } from "../../../ssr/render.tsx";
import { jsonOf, readDocuments, shellOf } from "./pages.ts";

const PROCESSES = 2;
const WARM_UP_ROUNDS = 15;

if (cluster.isPrimary) lead();
else await serve(process.argv[2] ?? "");

function lead(): void {
  let listening = 0;
  cluster.on("listening", (_worker, { port }) => {
    listening += 1;
    if (listening === PROCESSES) console.log(port);
  });
  // One process alone would be another peer than the one that the results name.
  cluster.on("exit", () => process.exit(1));
  for (let started = 0; started < PROCESSES; started += 1) cluster.fork();
  // The starting process holds the other end, and is gone when it closes.
  process.stdin.on("end", () => process.exit(0)).resume();
}

async function serve(file: string): Promise<void> {
  const render = await createRenderer({ isPlain: true });
  for (const payload of warmUpPayloads()) {
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) render(payload);
  }
  const pages = new Map(
    [...readDocuments(file)].map(([path, document]) => [
      path,
      { ...document, shell: shellOf(document, render) },
    ]),
  );
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? "");
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    const { status, head, body } = render({ ...page.payload, now });
    const { beforeHead, beforeBody, beforePayload, end } = page.shell;
    const html =
      beforeHead + head + beforeBody + body + beforePayload + jsonOf({ ...page.sent, now }) + end;
    response.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-length": Buffer.byteLength(html),
    });
    response.end(html);
  });
  server.listen(0, "127.0.0.1");
}
