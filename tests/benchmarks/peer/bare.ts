/** Bare Node: `node:http` in two processes, which renders the pages of the host with its renderer and nothing else. */
import cluster from "node:cluster";
import { createServer } from "node:http";
import { createRenderer, warmUpPayloads } from "../../../ssr/render.tsx";
import { jsonOf, readDocuments, shellOf } from "./pages.ts";

const PROCESSES = 2;
const WARM_UP_ROUNDS = 15;

if (cluster.isPrimary) startWorkers();
else await serve(process.argv[2] ?? "");

function startWorkers(): void {
  let listening = 0;
  cluster.on("listening", (_worker, { port }) => {
    listening += 1;
    if (listening === PROCESSES) console.log(port);
  });
  // The results are those of two processes, so the end of one ends the other.
  cluster.on("exit", () => process.exit(1));
  for (let started = 0; started < PROCESSES; started += 1) cluster.fork();
  // The pipe closes when the process of the benchmarks ends.
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
