/** Renders pages as the worker does; bundled twice, with the real translator and with the recorded one. */
import { createRenderer } from "../../../ssr/render.tsx";
import { rewind } from "./recordedTranslator.ts";

export type Render = Awaited<ReturnType<typeof createRenderer>>;

export async function createMeasuredRenderer(): Promise<Render> {
  const render = await createRenderer({ isPlain: true });
  return (payload) => {
    rewind();
    return render(payload);
  };
}
