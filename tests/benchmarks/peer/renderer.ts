/** Draws pages as the worker does; bundled twice, once with the taped translator in place of the real one. */
import { createRenderer } from "../../../ssr/render.tsx";
import { rewind } from "./recordedTranslator.ts";

export type Draw = Awaited<ReturnType<typeof createRenderer>>;

export async function createTapedRenderer(): Promise<Draw> {
  const render = await createRenderer({ isPlain: true });
  return (payload) => {
    rewind();
    return render(payload);
  };
}
