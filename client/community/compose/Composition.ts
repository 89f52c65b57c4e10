/** A post while it is being written: every change in one place, kept in this browser as it happens. */
import type { PostCategory, PostField } from "../../contracts/postCategories.ts";
import { type Draft, emptied, inCategory, isBlank, isSame } from "./draft.ts";
import { type Kept, parseKept, readKept, removeKept, writeKept } from "./draftStorage.ts";
import { PictureTray, type Said, type TrayMeans } from "./pictures/PictureTray.ts";
import { type Pictures, type StoredPicture, stillThere, storedIn } from "./pictures/pictures.ts";

/** What the author is told about the draft itself. */
export type Notice =
  | { readonly kind: "restored"; readonly savedAt: number; readonly lost: number }
  | { readonly kind: "changedElsewhere" }
  | { readonly kind: "goneElsewhere" };

export interface Start {
  /** Where the draft is kept. */
  readonly place: string;
  readonly draft: Draft;
  readonly pictures: readonly StoredPicture[];
}

export interface Shown {
  readonly draft: Draft;
  readonly pictures: Pictures;
  /** Files above the limit, until the author has decided. */
  readonly large: readonly File[];
  readonly notice: Notice | null;
  /** What the last change of category has emptied, until it is taken back or written anew. */
  readonly cleared: readonly PostField[];
  /** What last happened to a picture. */
  readonly said: Said | null;
  /** False where this browser keeps nothing. */
  readonly isKept: boolean;
}

export interface Means extends TrayMeans {
  readonly now: () => number;
}

export class Composition {
  readonly #start: Start;
  readonly #means: Means;
  readonly #listeners = new Set<() => void>();
  readonly tray: PictureTray;
  #shown: Shown;
  #before: Draft | null = null;
  #token: string | null = null;
  #attempt: string | null = null;
  #isOver = false;
  /** What was last written, so that a picture on its way does not write the same again and again. */
  #written: string | null = "";

  constructor(start: Start, means: Means) {
    this.#start = start;
    this.#means = means;
    const { draft, pictures } = start;
    const nothing = { large: [], notice: null, cleared: [], said: null, isKept: true };
    this.#shown = { draft, pictures, ...nothing };
    this.tray = new PictureTray(means, {
      pictures: () => this.#shown.pictures,
      put: (part) => this.#put(part),
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly shown = (): Shown => this.#shown;

  /** Brings back what was kept; `early` was typed before the page was awake. */
  restore(early: string): void {
    const kept = readKept(this.#start.place);
    if (kept === null) {
      if (early !== "") this.change({ content: early });
      return;
    }
    const { savedAt } = kept;
    const pictures = stillThere(kept.pictures, this.#means.now());
    const lost = kept.pictures.length - pictures.length;
    this.#adopt({ ...kept, pictures }, { kind: "restored", savedAt, lost });
    if (kept.draft.content.trim() === "" && early !== "") this.change({ content: early });
  }

  /** Another tab has written or removed the draft: the last edit wins. */
  hear(text: string | null): void {
    if (this.#isOver) return;
    const kept = parseKept(text);
    if (kept) this.#adopt(kept, { kind: "changedElsewhere" });
    else if (text === null) this.#begin({ kind: "goneElsewhere" });
  }

  change(part: Partial<Draft>): void {
    const isDetail = Object.keys(part).some((field) => field !== "content");
    if (isDetail) this.#before = null;
    const draft = { ...this.#shown.draft, ...part };
    this.#put(isDetail ? { draft, cleared: [] } : { draft });
  }

  choose(category: PostCategory): void {
    const { draft } = this.#shown;
    const before = this.#before ?? draft;
    const after = inCategory(draft, category);
    this.#before = before;
    this.#put({ draft: after, cleared: emptied(before, after) });
  }

  /** Takes back what a change of category has emptied, and the change with it. */
  takeBack(): void {
    const before = this.#before;
    if (before === null) return;
    this.#before = null;
    this.#put({ draft: { ...before, content: this.#shown.draft.content }, cleared: [] });
  }

  dismissNotice(): void {
    this.#put({ notice: null });
  }

  /** Names the draft to the host; the same until it is posted. */
  get token(): string {
    this.#token ??= this.#means.newKey();
    return this.#token;
  }

  /** What was sent without hearing back, if anything was. */
  get attempt(): string | null {
    return this.#attempt;
  }

  /** Remembers what is about to be sent, should no answer come. */
  tries(text: string): void {
    this.#attempt = text;
    this.#put({});
  }

  /** Its name stands for another post: sent again, it is one of its own. */
  rename(): void {
    this.#token = null;
    this.#attempt = null;
    this.#put({});
  }

  get isChanged(): boolean {
    const { draft, pictures } = this.#shown;
    const line = (one: Pictures) => one.map(({ key, alt }) => `${key} ${alt}`).join("\n");
    const isAsBefore = isSame(draft, this.#start.draft) || (this.isNew && isBlank(draft));
    return !isAsBefore || line(pictures) !== line(this.#start.pictures);
  }

  /** True when leaving the page would lose something. */
  get isUnsaved(): boolean {
    const { pictures, isKept } = this.#shown;
    if (this.#isOver) return false;
    return pictures.some(({ state }) => state !== "stored") || (!isKept && this.isChanged);
  }

  /** Begins anew and throws away what was kept, with the pictures that were sent for it. */
  discard(): void {
    this.tray.disposeAll();
    this.#begin(null);
  }

  /** The draft has become a post. */
  finish(): void {
    this.#isOver = true;
    removeKept(this.#start.place);
    this.#tell();
  }

  /** The page is left: what is still on its way goes no further. */
  close(): void {
    this.tray.close();
  }

  get isNew(): boolean {
    return isBlank(this.#start.draft) && this.#start.pictures.length === 0;
  }

  #adopt({ draft, pictures, token, attempt }: Kept, notice: Notice): void {
    const own = this.#shown.pictures.filter(({ state }) => state !== "stored");
    this.#before = null;
    this.#token = token;
    this.#attempt = attempt;
    this.#written = null;
    // A category that can't be changed is the post's, whatever was kept.
    const fitting = this.isNew ? draft : inCategory(draft, this.#start.draft.category);
    this.#shown = {
      ...this.#shown,
      draft: fitting,
      pictures: [...pictures, ...own],
      notice,
      cleared: [],
    };
    this.#tell();
  }

  #begin(notice: Notice | null): void {
    const { draft, pictures } = this.#start;
    const own = this.#shown.pictures.filter(({ state }) => state !== "stored");
    this.#before = null;
    this.#token = null;
    this.#attempt = null;
    const now = notice ? { pictures: [...pictures, ...own] } : { pictures, large: [] };
    this.#put({ draft, ...now, notice, cleared: [] });
  }

  #put(part: Partial<Shown>): void {
    if (this.#isOver) return;
    this.#shown = { ...this.#shown, ...part };
    this.#shown = { ...this.#shown, isKept: this.#keep() };
    this.#tell();
  }

  #keep(): boolean {
    const { place } = this.#start;
    const { draft, pictures, isKept } = this.#shown;
    const kept = { draft, pictures: storedIn(pictures), attempt: this.#attempt };
    const content = this.isChanged ? JSON.stringify(kept) : "";
    if (content === this.#written) return isKept;
    this.#written = content;
    if (content === "") removeKept(place);
    return (
      content === "" || writeKept(place, { ...kept, token: this.token, savedAt: this.#means.now() })
    );
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
