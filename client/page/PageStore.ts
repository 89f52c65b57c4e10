/** What a page needs before it can be drawn: the library's parts, and the data of its queries. */
import type { ComponentType } from "react";
import type { LocaleFile } from "../contracts/locales.ts";
import type { PageName, Params } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import type { Translate } from "../language/translator.ts";
import type { PageLibrary } from "./PageLibrary.ts";
import type { PageMeta, Preloaded } from "./payload.ts";
import {
  addressed,
  builtIn,
  freshMs,
  type QueryData,
  type QueryLoaders,
  type QueryName,
} from "./queries.ts";

export interface Place {
  readonly page: PageName;
  readonly language: Language;
  readonly params: Params;
  /** Head that came with the page; absent after a client navigation. */
  readonly meta?: PageMeta | undefined;
  /** The query of the address, with its question mark. */
  readonly search?: string;
}

interface Kept<Data> {
  readonly data: Data;
  readonly at: number;
}

function dataKey(name: QueryName, { language, params, search = "" }: Omit<Place, "page">): string {
  if (builtIn.includes(name)) return language;
  return `${language} ${params.id ?? ""}${addressed.includes(name) ? search : ""}`;
}

const still = () => 0;

export class PageStore {
  readonly #library: PageLibrary;
  readonly #loaders: QueryLoaders;
  readonly #now: () => number;
  readonly #owned: unknown[] = [];
  readonly #data: { readonly [Name in QueryName]: Map<string, Kept<QueryData[Name]>> } = {
    catalogueIndex: new Map(),
    cultivarNames: new Map(),
    featuredCultivars: new Map(),
    cultivar: new Map(),
    operator: new Map(),
    me: new Map(),
    member: new Map(),
    sources: new Map(),
    feed: new Map(),
    post: new Map(),
    comments: new Map(),
    myPosts: new Map(),
    likedPosts: new Map(),
    memberPosts: new Map(),
    relatedPosts: new Map(),
  };

  /** Without a clock nothing grows old: the worker draws from what it was handed. */
  constructor(library: PageLibrary, loaders: QueryLoaders, now: () => number = still) {
    this.#library = library;
    this.#loaders = loaders;
    this.#now = now;
  }

  /** Takes what is there already, so that the first render asks for nothing. */
  seed(language: Language, preloaded: readonly Preloaded[], search = ""): void {
    for (const item of preloaded) this.#take(language, item, search);
  }

  /** The member as the host has just told; what stood there before is no longer true. */
  keepMe(member: QueryData["me"]): void {
    this.forget("me", "member");
    if (member) this.seed("en", [{ query: "me", params: {}, data: member }]);
    if (member) this.seed("ja", [{ query: "me", params: {}, data: member }]);
  }

  /** What is known of these is no longer true: the next visit asks again, and the page that is open keeps standing. */
  forget(...names: readonly QueryName[]): void {
    for (const name of names) this.#age(name);
  }

  /** The tab's only one of its kind, made when it is first asked for. */
  only<Kind>(kind: new () => Kind): Kind {
    for (const one of this.#owned) if (one instanceof kind) return one;
    const made = new kind();
    this.#owned.push(made);
    return made;
  }

  component(page: PageName): ComponentType | undefined {
    return this.#library.component(page);
  }

  speaks(language: Language): boolean {
    return this.#library.speaks(language);
  }

  translate(language: Language): Translate {
    return this.#library.translate[language];
  }

  addMessages(language: Language, file: LocaleFile): Promise<void> {
    return this.#library.addMessages(language, file);
  }

  /** Throws when the page's definition does not name the query: a mistake of ours, not of the network. */
  data<Name extends QueryName>(
    name: Name,
    language: Language,
    params: Params,
    search = "",
  ): QueryData[Name] {
    const found = this.peek(name, { language, params, search });
    if (found === undefined) throw new Error(`${name} was read before it was loaded`);
    return found;
  }

  /** What is there, if it is: for data that a page can do without for a while. */
  peek<Name extends QueryName>(
    name: Name,
    place: Omit<Place, "page">,
  ): QueryData[Name] | undefined {
    return this.#data[name].get(dataKey(name, place))?.data;
  }

  isReady(place: Place): boolean {
    const { page, language } = place;
    const isThere = (name: QueryName) => this.#isFresh(name, place);
    return this.#library.has(page, language) && this.#library.queriesOf(page).every(isThere);
  }

  /** Component and words, for a page whose data is not to be asked for. */
  async prepareParts({ page, language }: Place): Promise<void> {
    await this.#library.load(page, language);
  }

  /** Loads whatever is still missing; rejects when a part does not arrive, and may then be called again. */
  async prepare(place: Place): Promise<void> {
    const { page, language } = place;
    const data = this.#library.queriesOf(page).map((name) => this.load(name, place));
    await Promise.all([this.#library.load(page, language), ...data]);
  }

  /** Asks for what is missing or old; what is old still stands where the answer does not come. */
  async load<Name extends QueryName>(name: Name, place: Omit<Place, "page">): Promise<void> {
    if (this.#isFresh(name, place)) return;
    const { language, params, search = "" } = place;
    const key = dataKey(name, place);
    const kept = this.#data[name];
    try {
      kept.set(key, { data: await this.#loaders[name](language, params, search), at: this.#now() });
    } catch (error) {
      if (!kept.has(key)) throw error;
    }
  }

  #age<Name extends QueryName>(name: Name): void {
    const kept = this.#data[name];
    for (const [key, { data }] of kept) kept.set(key, { data, at: Number.NEGATIVE_INFINITY });
  }

  #isFresh(name: QueryName, place: Omit<Place, "page">): boolean {
    const kept = this.#data[name].get(dataKey(name, place));
    return (
      kept !== undefined && this.#now() - kept.at < (freshMs[name] ?? Number.POSITIVE_INFINITY)
    );
  }

  #take<Name extends QueryName>(
    language: Language,
    { query, params, data }: Preloaded<Name>,
    search: string,
  ): void {
    const key = dataKey(query, { language, params, search });
    this.#data[query].set(key, { data, at: this.#now() });
  }
}
