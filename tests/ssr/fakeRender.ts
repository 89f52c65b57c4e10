/** Fake of `ssr/render.tsx`: renders what a payload orders, after a delay or with an error, and numbers its renders. */

/** Payload of the fake render; `fail`: message of the error to throw, `bytes` and `ms`: size and duration. */
interface Order {
  readonly text?: string;
  readonly fail?: string;
  readonly bytes?: number;
  readonly ms?: number;
}

let renders = 0;

export async function createRenderer(): Promise<(order: Order) => object> {
  return ({ text = "", fail, bytes, ms = 0 }) => {
    renders += 1;
    const end = performance.now() + ms;
    while (performance.now() < end);
    if (fail !== undefined) throw new Error(fail);
    return { status: 200, head: `<title>${renders}</title>`, body: text + "x".repeat(bytes ?? 0) };
  };
}

export function warmUpPayloads(): Order[] {
  return [{ fail: "the page failed" }, { text: "a" }, { text: "b" }];
}
