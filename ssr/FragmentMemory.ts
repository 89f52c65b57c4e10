/** Cache of rendered fragments, keyed by component, properties and language. */
import type { Language } from "../client/contracts/language.ts";
import type { Fragments, FragmentContent, FragmentElement } from "../client/page/fragments.ts";

// State of a fragment without cached markup.
const seenOnce = 0;
const notCacheable = 1;

type FragmentEntry = string | typeof seenOnce | typeof notCacheable;

/** Renders a fragment outside a page; returns its markup and the head tags that it printed. */
export type RenderFragment = (
  part: FragmentElement,
  language: Language,
) => { readonly head: string; readonly body: string };

interface PendingFragment {
  readonly key: string;
  readonly part: FragmentElement;
  readonly language: Language;
}

// Most characters of keys and markup in each of two generations; a character takes one or two bytes.
const generationCharacters = 512 * 1024;
// Ids by React depend on the position in the whole tree.
const reactId = /"_[Rr]_/;

export class FragmentMemory implements Fragments {
  readonly #renderFragment: RenderFragment;
  readonly #constants: ReadonlyMap<unknown, number>;
  readonly #types = new Map<unknown, number>();
  #pending: PendingFragment[] = [];
  #young = new Map<string, FragmentEntry>();
  #old = new Map<string, FragmentEntry>();
  #characters = 0;

  /**
   * Creates the memory; the constants are objects that never change: keys contain their number
   * instead of their content.
   */
  constructor(drawAlone: RenderFragment, constants: readonly object[] = []) {
    this.#renderFragment = drawAlone;
    this.#constants = new Map(constants.map((constant, number) => [constant, number]));
  }

  contentOf(part: FragmentElement, language: Language): FragmentContent {
    const key = this.#keyOf(part, language);
    const known = this.#get(key);
    if (typeof known === "string") return { dangerouslySetInnerHTML: { __html: known } };
    if (known === undefined) this.#put(key, seenOnce);
    if (known === seenOnce) this.#pending.push({ key, part, language });
    return { children: part };
  }

  /** Renders a page, then the fragments that occurred in it for the second time. */
  renderAndCache<Drawn>(draw: () => Drawn): Drawn {
    this.#pending = [];
    const drawn = draw();
    for (const { key, part, language } of this.#pending)
      this.#put(key, this.#renderMarkup(part, language));
    return drawn;
  }

  #renderMarkup(part: FragmentElement, language: Language): FragmentEntry {
    try {
      this.#requireData(part);
      const { head, body } = this.#renderFragment(part, language);
      return head === "" && !reactId.test(body) ? body : notCacheable;
    } catch (error) {
      // The page itself was rendered; only this fragment is not cached.
      console.error(error);
      return notCacheable;
    }
  }

  /** Throws for properties that JSON omits or writes ambiguously: two fragments could have the same key. */
  #requireData({ props }: FragmentElement): void {
    for (const [name, value] of Object.entries(props)) {
      if (typeof value === "function" || this.#constants.has(value) || isData(value)) continue;
      throw new Error(`a fragment's "${name}" is neither data nor a function`);
    }
  }

  #get(key: string): FragmentEntry | undefined {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const older = this.#old.get(key);
    if (older !== undefined) this.#put(key, older);
    return older;
  }

  #put(key: string, known: FragmentEntry): void {
    const characters = key.length + (typeof known === "string" ? known.length : 0);
    this.#characters += characters;
    if (this.#characters > generationCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = characters;
    }
    this.#young.set(key, known);
  }

  #keyOf({ type, props }: FragmentElement, language: Language): string {
    let key = language + this.#numberOf(type);
    for (const name in props) key += `|${name}=${this.#textOf(props[name])}`;
    return key;
  }

  /** Writes the properties as text; functions count as present or absent: rendering does not call them. */
  #textOf(value: unknown): string | undefined {
    if (typeof value === "function") return "()";
    const isObject = typeof value === "object" && value !== null;
    const number = isObject ? this.#constants.get(value) : undefined;
    return number === undefined ? JSON.stringify(value) : `#${number}`;
  }

  #numberOf(type: unknown): number {
    const known = this.#types.get(type);
    if (known !== undefined) return known;
    this.#types.set(type, this.#types.size);
    return this.#types.size - 1;
  }
}

/** Returns whether a value is data, so that it can be part of a key. */
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
