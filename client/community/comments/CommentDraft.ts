/** The text of a comment's form: stored at every change, and the same in all tabs that do not change it. */
import { normalized } from "../../language/length.ts";
import { type Place, readDraft, saysSent, storeDraft } from "./drafts.ts";

interface DraftSettings {
  readonly place?: Place;
  /** Text of the comment that is edited; it is not stored as a draft. */
  readonly edited?: string;
}

/**
 * Text of a comment, reply or edit that is being written. A form shows what another tab stores,
 * unless its text was typed here: that stays until another tab sends it or adds to it.
 */
export class CommentDraft {
  readonly #name: string;
  readonly #place: Place;
  readonly #edited: string | undefined;
  readonly #listeners = new Set<() => void>();
  #text = "";
  #isChanged = false;
  #isSending = false;
  #onGone: (() => void) | undefined;

  /**
   * `name` and `place` are those of the stored draft. That of an edit is shown at once: its form is
   * never part of the host's HTML, which has no drafts.
   */
  constructor(name: string, { place = "localStorage", edited }: DraftSettings = {}) {
    this.#name = name;
    this.#place = place;
    this.#edited = edited;
    if (edited !== undefined) this.#text = this.#shared();
  }

  /** Calls the listener after each change; returns a function that stops the calls. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Returns the present text. */
  readonly text = (): string => this.#text;

  /**
   * Shows the stored draft, or `early`, the text that was typed before hydration and is newer, and
   * follows the other tabs; returns a function that stops this. `onGone` is called when another tab
   * saved or cancelled the edit that this form shows.
   */
  open(early = "", onGone?: () => void): () => void {
    this.#onGone = onGone;
    const stop = new AbortController();
    const { signal } = stop;
    this.#isChanged = early !== "";
    this.#show(early || this.#shared());
    addEventListener("storage", (event) => this.#onStorage(event), { signal });
    // A page restored from the back/forward cache missed the events of other tabs.
    addEventListener("pageshow", () => this.#follow(), { signal });
    addEventListener("pagehide", () => this.#keep(), { signal });
    return () => {
      stop.abort();
      this.#keep();
    };
  }

  /** Changes and stores the text. */
  readonly write = (text: string): void => {
    this.#isChanged = true;
    this.#show(text);
    this.#store(text);
  };

  /** Removes the stored draft, unless another tab's text replaced it. */
  discard(): void {
    this.#isChanged = false;
    if (this.#stored() === this.#text) this.#store("");
  }

  /**
   * Sends the text by `send`; it stays stored until the host has it. The form of a new comment is
   * empty meanwhile; after a failure, which is thrown again, the text returns.
   */
  async send(send: (content: string) => Promise<void>): Promise<void> {
    const text = this.#text;
    const content = normalized(text);
    this.#isSending = true;
    if (this.#edited === undefined) this.#show("");
    try {
      await send(content);
      // Another tab may have begun the next comment meanwhile.
      if (normalized(this.#stored()) === content) this.#store("");
      this.#isChanged = false;
      this.#show(this.#shared());
    } catch (error) {
      this.#isChanged = true;
      this.#show(text);
      throw error;
    } finally {
      this.#isSending = false;
    }
  }

  /** Follows a change of the storage by another tab, also if that sent the text of this form. */
  #onStorage(event: StorageEvent): void {
    if (saysSent(event, this.#name, normalized(this.#text))) this.#isChanged = false;
    this.#follow();
  }

  /** Shows the stored draft, if no text that was typed here is lost by that. */
  #follow(): void {
    if (this.#isSending) return;
    const [stored, shared] = [this.#stored(), this.#shared()];
    const isLost = this.#isChanged && (stored === "" || !stored.includes(this.#text));
    if (shared === this.#text || isLost) return;
    this.#isChanged = false;
    this.#show(shared);
    if (shared === this.#edited) this.#onGone?.();
  }

  /** Stores a text that was typed here again, if another tab's draft replaced it and is gone. */
  #keep(): void {
    if (this.#isChanged && this.#stored() === "") this.#store(this.#text);
  }

  /** Returns the stored draft. */
  #stored(): string {
    return readDraft(this.#name, this.#place);
  }

  /** Returns what a form shows without changes of its own. */
  #shared(): string {
    return this.#stored() || (this.#edited ?? "");
  }

  /** Stores a text as the draft; that of the edited comment is none. */
  #store(text: string): void {
    storeDraft(this.#name, text === this.#edited ? "" : text, this.#place);
  }

  /** Changes the text and calls the listeners. */
  #show(text: string): void {
    this.#text = text;
    for (const listener of this.#listeners) listener();
  }
}
