/** Remembers the markup of fragments by all that they are drawn from: their component, properties and language. */
import type { Language } from "../client/contracts/language.ts";
import type { Fragments, Inside, Part } from "../client/page/fragments.ts";

// What is known of a fragment that has no markup here.
const metOnce = 0;
const unfit = 1;

type Known = string | typeof metOnce | typeof unfit;

/** Draws a fragment by itself, on a page that is no reader's: in markup, and head tags that it would print. */
export type DrawAlone = (
  part: Part,
  language: Language,
) => { readonly head: string; readonly body: string };

interface Wanted {
  readonly key: string;
  readonly part: Part;
  readonly language: Language;
}

// Characters of keys and markup in each of two generations; a character takes a byte or two.
const generationCharacters = 512 * 1024;
// React's own ids tell where in the whole tree an element stands.
const reactId = /"_[Rr]_/;

export class FragmentMemory implements Fragments {
  readonly #drawAlone: DrawAlone;
  readonly #constants: ReadonlyMap<unknown, number>;
  readonly #types = new Map<unknown, number>();
  #wanted: Wanted[] = [];
  #young = new Map<string, Known>();
  #old = new Map<string, Known>();
  #characters = 0;

  /** The constants are objects that never change: they are known by what they are, not by what is in them. */
  constructor(drawAlone: DrawAlone, constants: readonly object[] = []) {
    this.#drawAlone = drawAlone;
    this.#constants = new Map(constants.map((constant, number) => [constant, number]));
  }

  find(part: Part, language: Language): Inside {
    const key = this.#keyOf(part, language);
    const known = this.#look(key);
    if (typeof known === "string") return { dangerouslySetInnerHTML: { __html: known } };
    if (known === undefined) this.#keep(key, metOnce);
    if (known === metOnce) this.#wanted.push({ key, part, language });
    return { children: part };
  }

  /** Draws a page, and then, by themselves, the fragments in it that were met for the second time. */
  remembering<Drawn>(draw: () => Drawn): Drawn {
    this.#wanted = [];
    const drawn = draw();
    for (const { key, part, language } of this.#wanted) this.#keep(key, this.#draw(part, language));
    return drawn;
  }

  #draw(part: Part, language: Language): Known {
    try {
      this.#demandData(part);
      const { head, body } = this.#drawAlone(part, language);
      return head === "" && !reactId.test(body) ? body : unfit;
    } catch (error) {
      // The page itself was drawn, and will be again: it is only not as quick as it could be.
      console.error(error);
      return unfit;
    }
  }

  /** What JSON leaves out, or writes like something else, is in no key: another part could be printed in its place. */
  #demandData({ props }: Part): void {
    for (const [name, value] of Object.entries(props)) {
      if (typeof value === "function" || this.#constants.has(value) || isData(value)) continue;
      throw new Error(`a fragment's "${name}" is neither data nor a function`);
    }
  }

  #look(key: string): Known | undefined {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const older = this.#old.get(key);
    if (older !== undefined) this.#keep(key, older);
    return older;
  }

  #keep(key: string, known: Known): void {
    const characters = key.length + (typeof known === "string" ? known.length : 0);
    this.#characters += characters;
    if (this.#characters > generationCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = characters;
    }
    this.#young.set(key, known);
  }

  #keyOf({ type, props }: Part, language: Language): string {
    let key = language + this.#numberOf(type);
    for (const name in props) key += `|${name}=${this.#textOf(props[name])}`;
    return key;
  }

  /** Of a function it counts only that it is there: drawing does not call it. */
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

function isData(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null)
    return ["string", "boolean", "undefined", "object"].includes(typeof value);
  return (Array.isArray(value) || isRecord(value)) && Object.values(value).every(isData);
}

/** Of no class: sets and maps keep what is in them to themselves. */
function isRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
