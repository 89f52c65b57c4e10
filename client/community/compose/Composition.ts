/** A post while it is being written: all changes go through one object and are stored in this browser at once. */
import type { PostCategory } from "../../contracts/postCategories.ts";
import { blankOf, type Draft, emptiedFields, inCategory, isBlank, isSame } from "./draft.ts";
import {
  type DraftKey,
  type StoredDraft,
  parseStoredDraft,
  readStoredDraft,
  removeStoredDraft,
  writeStoredDraft,
} from "./draftStorage.ts";
import type { CompositionState, InitialPost, Notice } from "./compositionState.ts";
import { PictureTray, type PictureTrayDependencies } from "./pictures/PictureTray.ts";
import { type Pictures, withoutExpired, storedIn } from "./pictures/pictures.ts";

/** What a composition needs from its page. */
export interface CompositionDependencies extends PictureTrayDependencies {
  readonly now: () => number;
}

/**
 * Post that is being written: draft, pictures and notices. Each change is stored in this browser
 * and announced to subscribers.
 */
export class Composition {
  #start: InitialPost;
  readonly #dependencies: CompositionDependencies;
  readonly #listeners = new Set<() => void>();
  readonly tray: PictureTray;
  #state: CompositionState;
  /** Draft before the latest changes of category, to which `undoCategory` returns. */
  #before: Draft | null = null;
  #token: string | null = null;
  #attempt: string | null = null;
  #version: string | null;
  #isFinished = false;
  #hasChosenCategory = false;
  /** The last stored text, so that upload progress does not store the same draft again. */
  #storedText: string | null = "";

  constructor(start: InitialPost, dependencies: CompositionDependencies) {
    this.#start = start;
    this.#dependencies = dependencies;
    const { draft, pictures, version } = start;
    this.#version = version;
    const nothing = { large: [], notice: null, cleared: [], announcement: null, isStored: true };
    this.#state = { draft, pictures, ...nothing };
    this.tray = new PictureTray(dependencies, {
      pictures: () => this.#state.pictures,
      put: (part) => this.#put(part),
    });
  }

  /** Calls the listener after each change; returns a function that stops the calls. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the present state; the object changes with each change of the post. */
  readonly state = (): CompositionState => this.#state;

  /**
   * Restores the stored draft, then takes over `early`, what was typed or chosen before hydration;
   * in a stored draft that fills blank fields only.
   */
  restore(early: Partial<Draft>): void {
    const kept = readStoredDraft(this.#start.storageKey);
    if (kept) {
      const pictures = withoutExpired(kept.pictures, this.#dependencies.now());
      const lost = kept.pictures.length - pictures.length + kept.unsent;
      this.#adopt({ ...kept, pictures }, { kind: "restored", savedAt: kept.savedAt, lost });
    }
    const { category, ...fields } = kept ? blankOf(kept.draft, early) : early;
    if (Object.keys(fields).length > 0) this.change(fields);
    if (category) this.chooseCategory(category);
  }

  /**
   * Takes over a draft that another tab changed or removed; the last edit wins. `text` is the new
   * value in the storage.
   */
  onStorageChange(text: string | null): void {
    if (this.#isFinished) return;
    const kept = parseStoredDraft(text);
    if (kept) this.#adopt(kept, { kind: "changedElsewhere" });
    else if (text === null) this.#restart({ kind: "goneElsewhere" });
  }

  /**
   * Changes fields of the draft. After a change of more than the text the last choice of a category
   * cannot be undone.
   */
  change(part: Partial<Draft>): void {
    const isDetail = Object.keys(part).some((field) => field !== "content");
    if (isDetail) this.#before = null;
    const draft = { ...this.#state.draft, ...part };
    this.#put(isDetail ? { draft, cleared: [] } : { draft });
  }

  /** Changes the category, and removes the fields that the new one does not have. */
  chooseCategory(category: PostCategory): void {
    const { draft } = this.#state;
    const before = this.#before ?? draft;
    const after = inCategory(draft, category);
    this.#before = before;
    this.#hasChosenCategory = true;
    this.#put({ draft: after, cleared: emptiedFields(before, after) });
  }

  /** Undoes the change of category, with the values that it removed. */
  undoCategory(): void {
    const before = this.#before;
    if (before === null) return;
    this.#before = null;
    this.#put({ draft: { ...before, content: this.#state.draft.content }, cleared: [] });
  }

  /** Removes the notice about the draft. */
  dismissNotice(): void {
    this.#put({ notice: null });
  }

  /** Returns the draft's idempotency key, which stays the same until the draft is posted. */
  get token(): string {
    this.#token ??= this.#dependencies.newKey();
    return this.#token;
  }

  /** Returns the text of the request that was sent without a response; null without one. */
  get attempt(): string | null {
    return this.#attempt;
  }

  /** Stores the text of a request before it is sent. */
  recordAttempt(text: string): void {
    this.#attempt = text;
    this.#put({});
  }

  /** Returns the draft's storage key. */
  get storageKey(): DraftKey {
    return this.#start.storageKey;
  }

  /** Returns the version of the post that the draft began from; null for a new post. */
  get version(): string | null {
    return this.#version;
  }

  /** Notes that the author knows of a newer version, which the next edit replaces. */
  acceptVersion(version: string): void {
    this.#version = version;
    this.#put({});
  }

  /** Begins from the post as the host has it now, unless the author has changed the form. */
  beginAgain(start: InitialPost): void {
    if (this.isChanged) return;
    this.#start = start;
    this.#restart(this.#state.notice);
  }

  /** Discards an idempotency key that belongs to another post: the next request gets a new one. */
  renewToken(): void {
    this.#token = null;
    this.#attempt = null;
    this.#put({});
  }

  /** Returns whether the post differs from what the form began with. */
  get isChanged(): boolean {
    const { draft, pictures } = this.#state;
    const line = (one: Pictures) => one.map(({ key, alt }) => `${key} ${alt}`).join("\n");
    const isSameCategory = draft.category === this.#start.draft.category;
    const isAsStored = isSame(draft, this.#start.draft) && isSameCategory;
    const isAsBefore = this.isNew ? isBlank(draft) : isAsStored;
    return !isAsBefore || line(pictures) !== line(this.#start.pictures);
  }

  /**
   * Returns the category if the author chose one, even the same again, or a restored draft has
   * another; undefined leaves the stored post in its own.
   */
  get newCategory(): PostCategory | undefined {
    const { category } = this.#state.draft;
    const isChanged = this.#hasChosenCategory || category !== this.#start.draft.category;
    return isChanged ? category : undefined;
  }

  /**
   * Returns what of the changes this browser has stored, as the last part of a message key: all, or
   * all but pictures that are not uploaded; undefined for none.
   */
  get kept(): "kept" | "keptPartly" | undefined {
    const { pictures, isStored } = this.#state;
    if (!isStored || !this.isChanged) return undefined;
    return pictures.some(({ state }) => state !== "stored") ? "keptPartly" : "kept";
  }

  /** Returns whether input would be lost if the page were left now. */
  get isUnsaved(): boolean {
    return !this.#isFinished && this.isChanged && this.kept !== "kept";
  }

  /** Removes the stored draft and the uploaded pictures, and begins again. */
  discard(): void {
    this.tray.disposeAll();
    this.#restart(null);
  }

  /** Ends the composition after it was posted: nothing changes it or the stored draft any more. */
  finish(): void {
    this.#isFinished = true;
    this.#notify();
  }

  /** Cancels pending uploads when the page is left. */
  close(): void {
    this.tray.close();
  }

  /** Returns whether the form began without content. */
  get isNew(): boolean {
    return isBlank(this.#start.draft) && this.#start.pictures.length === 0;
  }

  /** Takes over a stored draft; pictures of this tab that are not uploaded yet stay. */
  #adopt({ draft, pictures, token, attempt, version }: StoredDraft, notice: Notice): void {
    const own = this.#state.pictures.filter(({ state }) => state !== "stored");
    this.#before = null;
    this.#token = token;
    this.#attempt = attempt;
    this.#version = version;
    this.#storedText = null;
    this.#state = {
      ...this.#state,
      draft,
      pictures: [...pictures, ...own],
      notice,
      cleared: [],
    };
    this.#notify();
  }

  /**
   * Returns to what the form began with. With a notice, pictures that are not uploaded yet stay.
   */
  #restart(notice: Notice | null): void {
    const { draft, pictures, version } = this.#start;
    const own = this.#state.pictures.filter(({ state }) => state !== "stored");
    this.#before = null;
    this.#token = null;
    this.#attempt = null;
    this.#version = version;
    const now = notice ? { pictures: [...pictures, ...own] } : { pictures, large: [] };
    this.#put({ draft, ...now, notice, cleared: [] });
  }

  /** Changes the state, stores the draft and calls the listeners; nothing after the end. */
  #put(part: Partial<CompositionState>): void {
    if (this.#isFinished) return;
    this.#state = { ...this.#state, ...part };
    this.#state = { ...this.#state, isStored: this.#store() };
    this.#notify();
  }

  /**
   * Stores the draft if it differs from what is stored, or removes it; returns whether this browser
   * could store it.
   */
  #store(): boolean {
    const { storageKey } = this.#start;
    const { draft, pictures, isStored } = this.#state;
    const version = this.#version;
    const stored = storedIn(pictures);
    const unsent = pictures.length - stored.length;
    const kept = { draft, pictures: stored, unsent, attempt: this.#attempt, version };
    const content = this.isChanged ? JSON.stringify(kept) : "";
    if (content === this.#storedText) return isStored;
    this.#storedText = content;
    if (content === "") removeStoredDraft(storageKey);
    return (
      content === "" ||
      writeStoredDraft(storageKey, {
        ...kept,
        token: this.token,
        savedAt: this.#dependencies.now(),
      })
    );
  }

  /** Calls all listeners. */
  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
