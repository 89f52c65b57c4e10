/** A post while it is being written: all changes in one place, stored in this browser at once. */
import type { PostCategory, PostField } from "../../contracts/postCategories.ts";
import { type Draft, emptied, inCategory, isBlank, isSame } from "./draft.ts";
import {
  type StoredDraft,
  parseStoredDraft,
  readStoredDraft,
  removeStoredDraft,
  writeStoredDraft,
} from "./draftStorage.ts";
import {
  PictureTray,
  type Announcement,
  type PictureTrayDependencies,
} from "./pictures/PictureTray.ts";
import { type Pictures, type StoredPicture, stillThere, storedIn } from "./pictures/pictures.ts";

/** Notices about the draft itself. */
export type Notice =
  | { readonly kind: "restored"; readonly savedAt: number; readonly lost: number }
  | { readonly kind: "changedElsewhere" }
  | { readonly kind: "goneElsewhere" };

export interface Start {
  /** The draft's storage key. */
  readonly place: string;
  readonly draft: Draft;
  readonly pictures: readonly StoredPicture[];
}

export interface Shown {
  readonly draft: Draft;
  readonly pictures: Pictures;
  /** Files above the limit, until the author decides. */
  readonly large: readonly File[];
  readonly notice: Notice | null;
  /** Values that the last change of category removed, until undone or typed again. */
  readonly cleared: readonly PostField[];
  /** The newest event of a picture. */
  readonly said: Announcement | null;
  /** False when this browser cannot store drafts. */
  readonly isKept: boolean;
}

export interface CompositionDependencies extends PictureTrayDependencies {
  readonly now: () => number;
}

export class Composition {
  readonly #start: Start;
  readonly #means: CompositionDependencies;
  readonly #listeners = new Set<() => void>();
  readonly tray: PictureTray;
  #shown: Shown;
  #before: Draft | null = null;
  #token: string | null = null;
  #attempt: string | null = null;
  #isOver = false;
  /** The last stored text, so that upload progress does not store the same draft again. */
  #written: string | null = "";

  constructor(start: Start, means: CompositionDependencies) {
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

  /** Restores a stored draft; `early` was typed before hydration. */
  restore(early: string): void {
    const kept = readStoredDraft(this.#start.place);
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

  /** Another tab changed or removed the draft: the last edit wins. */
  hear(text: string | null): void {
    if (this.#isOver) return;
    const kept = parseStoredDraft(text);
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

  /** Undoes a change of category, restoring the values that it removed. */
  takeBack(): void {
    const before = this.#before;
    if (before === null) return;
    this.#before = null;
    this.#put({ draft: { ...before, content: this.#shown.draft.content }, cleared: [] });
  }

  dismissNotice(): void {
    this.#put({ notice: null });
  }

  /** The draft's idempotency key; constant until it is posted. */
  get token(): string {
    this.#token ??= this.#means.newKey();
    return this.#token;
  }

  /** The request that was sent without receiving an answer. */
  get attempt(): string | null {
    return this.#attempt;
  }

  /** Stores the request before it is sent. */
  tries(text: string): void {
    this.#attempt = text;
    this.#put({});
  }

  /** The key belongs to another post: the next request gets a new key. */
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

  /** Starts again: removes the stored draft and its uploaded pictures. */
  discard(): void {
    this.tray.disposeAll();
    this.#begin(null);
  }

  /** The draft was posted. */
  finish(): void {
    this.#isOver = true;
    removeStoredDraft(this.#start.place);
    this.#tell();
  }

  /** The page is left: pending uploads are cancelled. */
  close(): void {
    this.tray.close();
  }

  get isNew(): boolean {
    return isBlank(this.#start.draft) && this.#start.pictures.length === 0;
  }

  #adopt({ draft, pictures, token, attempt }: StoredDraft, notice: Notice): void {
    const own = this.#shown.pictures.filter(({ state }) => state !== "stored");
    this.#before = null;
    this.#token = token;
    this.#attempt = attempt;
    this.#written = null;
    // A stored post's category is fixed, whatever the stored draft says.
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
    if (content === "") removeStoredDraft(place);
    return (
      content === "" ||
      writeStoredDraft(place, { ...kept, token: this.token, savedAt: this.#means.now() })
    );
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
