/** Composition of a post with fake uploads, previews and clock. */
import { vi } from "vitest";
import { Composition } from "../../../../client/community/compose/Composition.ts";
import type { InitialPost } from "../../../../client/community/compose/compositionState.ts";
import { emptyDraft } from "../../../../client/community/compose/draft.ts";
import { draftKey } from "../../../../client/community/compose/draftStorage.ts";
import { aPicture, fakeUploads } from "./fakeUploads.ts";

export const storageKey = draftKey("hana");
export const blank: InitialPost = {
  storageKey,
  draft: emptyDraft("review"),
  pictures: [],
  version: null,
};

export function startComposition(start: InitialPost = blank, part: { now?: number } = {}) {
  const { sent, send } = fakeUploads();
  const dependencies = {
    send,
    dispose: vi.fn(),
    preview: vi.fn(async (): Promise<string | null> => "data:small"),
    shrink: vi.fn(async (file: File) => new File(["s"], file.name, { type: file.type })),
    newKey: vi.fn(() => crypto.randomUUID()),
    now: () => part.now ?? 1000,
  };
  const composition = new Composition(start, dependencies);
  const { tray } = composition;
  const add = (...names: readonly string[]) => tray.add(names.map((name) => aPicture(name)));
  const keyAt = (at: number) => composition.state().pictures[at]?.key ?? "";
  const states = () => composition.state().pictures.map(({ state }) => state);
  const names = () => composition.state().pictures.map(({ name }) => name);
  return { composition, tray, sent, add, keyAt, states, names, ...dependencies };
}
