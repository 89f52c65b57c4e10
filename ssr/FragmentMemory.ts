/** Cache of rendered fragments, keyed by component, properties and language. */
import type { Language } from "../client/contracts/language.ts";
import type { Fragments, FragmentContent, FragmentElement } from "../client/page/fragments.ts";

// States of a fragment without cached markup: it occurred once; it is rendered each time.
const seenOnce = 0;
const notCacheable = 1;

type FragmentEntry = string | typeof seenOnce | typeof notCacheable;

/** Renders a fragment outside a page; returns its markup and the head tags that it printed. */
export type RenderFragment = (
  fragment: FragmentElement,
  language: Language,
) => { readonly head: string; readonly body: string };

/** Fragment to render and cache after the page in which it occurred. */
interface PendingFragment {
  readonly key: string;
  readonly fragment: FragmentElement;
  readonly language: Language;
}

// Most characters of keys and markup in each of two generations; a character takes one or two bytes.
const generationCharacters = 512 * 1024;
// Ids by React depend on the position in the whole tree.
const reactId = /"_[Rr]_/;

/** Cache of fragments' markup in two generations; the older one is dropped when the younger is full. */
export class FragmentMemory implements Fragments {
  readonly #renderFragment: RenderFragment;
  readonly #constants: ReadonlyMap<unknown, number>;
  readonly #types = new Map<unknown, number>();
  #pending: PendingFragment[] = [];
  #young = new Map<string, FragmentEntry>();
  #old = new Map<string, FragmentEntry>();
  #characters = 0;

  /**
   * Creates the cache. `renderFragment` renders a fragment outside a page; `constants` are objects
   * that never change, of which keys contain the number instead of the content.
   */
  constructor(renderFragment: RenderFragment, constants: readonly object[] = []) {
    this.#renderFragment = renderFragment;
    this.#constants = new Map(constants.map((constant, number) => [constant, number]));
  }

  /**
   * Returns the cached markup of a fragment, or the fragment itself to be rendered by React. Its
   * second occurrence is noted, to be cached after the page.
   */
  contentOf(fragment: FragmentElement, language: Language): FragmentContent {
    const key = this.#keyOf(fragment, language);
    const entry = this.#get(key);
    if (typeof entry === "string") return { dangerouslySetInnerHTML: { __html: entry } };
    if (entry === undefined) this.#put(key, seenOnce);
    if (entry === seenOnce) this.#pending.push({ key, fragment, language });
    return { children: fragment };
  }

  /**
   * Returns the page that `renderPage` renders; then renders and caches the fragments that occurred
   * for the second time.
   */
  renderAndCache<RenderedPage>(renderPage: () => RenderedPage): RenderedPage {
    this.#pending = [];
    const page = renderPage();
    // A page may have the same fragment several times.
    for (const { key, fragment, language } of this.#pending)
      if (this.#get(key) === seenOnce) this.#put(key, this.#renderMarkup(fragment, language));
    return page;
  }

  /**
   * Renders a fragment to markup; returns `notCacheable` if it throws, prints head tags or has an
   * id by React.
   */
  #renderMarkup(fragment: FragmentElement, language: Language): FragmentEntry {
    try {
      this.#requireData(fragment);
      const { head, body } = this.#renderFragment(fragment, language);
      return head === "" && !reactId.test(body) ? body : notCacheable;
    } catch (error) {
      // The page itself was rendered; only this fragment is not cached.
      console.error(error);
      return notCacheable;
    }
  }

  /**
   * Throws for properties that are neither data, a function nor a constant: JSON omits them or
   * writes them ambiguously, so that two fragments could have the same key.
   */
  #requireData({ props }: FragmentElement): void {
    for (const [name, value] of Object.entries(props)) {
      if (typeof value === "function" || this.#constants.has(value) || isData(value)) continue;
      throw new Error(`a fragment's "${name}" is neither data nor a function`);
    }
  }

  /** Returns an entry of either generation; an older one moves to the younger generation. */
  #get(key: string): FragmentEntry | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const older = this.#old.get(key);
    if (older !== undefined) this.#put(key, older);
    return older;
  }

  /** Stores an entry; begins a new generation if the younger one would be too large. */
  #put(key: string, entry: FragmentEntry): void {
    const characters = key.length + (typeof entry === "string" ? entry.length : 0);
    this.#characters += characters;
    if (this.#characters > generationCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = characters;
    }
    this.#young.set(key, entry);
  }

  /** Returns the key of a fragment: language, number of the component, and properties. */
  #keyOf({ type, props }: FragmentElement, language: Language): string {
    let key = language + this.#numberOf(type);
    for (const name in props) key += `|${name}=${this.#textOf(props[name])}`;
    return key;
  }

  /**
   * Returns a property's value as text for the key. All functions have the same text, because
   * rendering does not call them.
   */
  #textOf(value: unknown): string | undefined {
    if (typeof value === "function") return "()";
    const isObject = typeof value === "object" && value !== null;
    const number = isObject ? this.#constants.get(value) : undefined;
    return number === undefined ? JSON.stringify(value) : `#${number}`;
  }

  /** Returns the number of a component; a new component gets the next one. */
  #numberOf(type: unknown): number {
    const number = this.#types.get(type);
    if (number !== undefined) return number;
    this.#types.set(type, this.#types.size);
    return this.#types.size - 1;
  }
}

/** Returns whether JSON writes a value, and all values in it, without loss. */
function isData(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null)
    return ["string", "boolean", "undefined", "object"].includes(typeof value);
  return (Array.isArray(value) || isRecord(value)) && Object.values(value).every(isData);
}

/** Returns whether a value is a plain object: JSON does not contain the entries of sets and maps. */
function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
