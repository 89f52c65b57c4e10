/** Prints what looking up words costs a page: `node translatorCost.ts <worded bundle> <taped bundle> <documents> <path>`. */
import type { createTapedRenderer, Draw } from "./renderer.ts";
import { type Payload, readDocuments } from "./pages.ts";

const WARM_UP_DRAWINGS = 150;
const DRAWINGS = 50;
const ROUNDS_MOST = 25;
const LIMIT_MS = 5000;

const [, , wordedFile = "", tapedFile = "", documents = "", path = ""] = process.argv;
const payload = readDocuments(documents).get(path)?.payload;
if (payload === undefined) throw new Error(`${path} is not among the documents`);
const worded = await drawingOf(wordedFile);
const taped = await drawingOf(tapedFile);
const isSame = drawn(worded, payload) === drawn(taped, payload);
const rounds = isSame ? measure(worded, taped, payload) : [];
console.log(JSON.stringify({ is_same: isSame, rounds }));

async function drawingOf(file: string): Promise<Draw> {
  const module: { createTapedRenderer: typeof createTapedRenderer } = await import(file);
  return module.createTapedRenderer();
}

/** The second drawing and not the first, which the tape still takes from the real translator. */
function drawn(draw: Draw, payload: Payload): string {
  draw(payload);
  return JSON.stringify(draw(payload));
}

function measure(worded: Draw, taped: Draw, payload: Payload): [number, number][] {
  for (const draw of [worded, taped, taped, worded]) cost(draw, payload, WARM_UP_DRAWINGS);
  const deadline = performance.now() + LIMIT_MS;
  const rounds: [number, number][] = [];
  while (rounds.length < ROUNDS_MOST && performance.now() < deadline) {
    const [a, b, c, d] = [worded, taped, taped, worded].map((draw) => cost(draw, payload));
    if (a && b && c && d) rounds.push([(a + d) / 2, (b + c) / 2]);
  }
  return rounds;
}

/** Processor time of one drawing in microseconds, with all that Node does for it beside. */
function cost(draw: Draw, payload: Payload, drawings = DRAWINGS): number {
  const before = process.cpuUsage();
  for (let done = 0; done < drawings; done += 1) draw(payload);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / drawings;
}
