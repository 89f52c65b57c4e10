/** Prints the CPU time of a page with and without the translator: `node translatorCost.ts <translated bundle> <recorded bundle> <documents> <path>`. */
import type { createMeasuredRenderer, Render } from "./renderer.ts";
import { type Payload, readDocuments } from "./pages.ts";

const WARM_UP_RENDERS = 150;
const RENDERS = 50;
const MAX_ROUNDS = 25;
const TIME_LIMIT_MS = 5000;

const [, , translatedFile = "", recordedFile = "", documents = "", path = ""] = process.argv;
const payload = readDocuments(documents).get(path)?.payload;
if (payload === undefined) throw new Error(`${path} is not among the documents`);
const translated = await rendererOf(translatedFile);
const recorded = await rendererOf(recordedFile);
const isSame = secondRender(translated, payload) === secondRender(recorded, payload);
const rounds = isSame ? measure(translated, recorded, payload) : [];
console.log(JSON.stringify({ is_same: isSame, rounds }));

async function rendererOf(file: string): Promise<Render> {
  const module: { createMeasuredRenderer: typeof createMeasuredRenderer } = await import(file);
  return module.createMeasuredRenderer();
}

/** Returns the second render; in the first, the recorded translator still calls the real one. */
function secondRender(render: Render, payload: Payload): string {
  render(payload);
  return JSON.stringify(render(payload));
}

function measure(translated: Render, recorded: Render, payload: Payload): [number, number][] {
  for (const render of [translated, recorded, recorded, translated])
    cpuUs(render, payload, WARM_UP_RENDERS);
  const deadline = performance.now() + TIME_LIMIT_MS;
  const rounds: [number, number][] = [];
  while (rounds.length < MAX_ROUNDS && performance.now() < deadline) {
    const [a, b, c, d] = [translated, recorded, recorded, translated].map((render) =>
      cpuUs(render, payload),
    );
    if (a && b && c && d) rounds.push([(a + d) / 2, (b + c) / 2]);
  }
  return rounds;
}

/** Returns the CPU microseconds of one render, with those of Node's other threads. */
function cpuUs(render: Render, payload: Payload, renders = RENDERS): number {
  const before = process.cpuUsage();
  for (let done = 0; done < renders; done += 1) render(payload);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / renders;
}
