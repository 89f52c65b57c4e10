/** Components, messages and data of pages in this tab; a page is ready when all of its own are loaded. */
import type { ComponentType } from "react";
import type { LocaleFile } from "../contracts/locales.ts";
import type { PageName, Params } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import type { Translate } from "../language/translator.ts";
import type { CurrentMember } from "../wire/types.generated.ts";
import type { PageLibrary } from "./PageLibrary.ts";
import type { PageMeta, Preloaded } from "./payload.ts";
import { queriesKeptMs } from "../contracts/limits.generated.ts";
import {
  addressDependentQueries,
  builtInQueries,
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

interface CacheEntry<Data> {
  readonly data: Data;
  readonly at: number;
  /** When a page that reads it was last requested or left. */
  usedAt: number;
}

function dataKey(name: QueryName, { language, params, search = "" }: Omit<Place, "page">): string {
  if (builtInQueries.includes(name)) return language;
  return `${language} ${params.id ?? ""}${addressDependentQueries.includes(name) ? search : ""}`;
}

/** The keys of all data that this page can read. */
function keysOf(place: Place): readonly string[] {
  const { language, params, search = "" } = place;
  const own = `${language} ${params.id ?? ""}`;
  return [language, own, own + search];
}

const stoppedClock = () => 0;

export class PageStore {
  readonly #library: PageLibrary;
  readonly #loaders: QueryLoaders;
  readonly #now: () => number;
  readonly #singletons: unknown[] = [];
  #requested: Place | undefined;
  readonly #data: { readonly [Name in QueryName]: Map<string, CacheEntry<QueryData[Name]>> } = {
    catalogueIndex: new Map(),
    cultivarNames: new Map(),
    featuredCultivars: new Map(),
    cultivar: new Map(),
    operator: new Map(),
    me: new Map(),
    member: new Map(),
    sources: new Map(),
    feed: new Map(),
    reviewedCultivar: new Map(),
    post: new Map(),
    comments: new Map(),
    myPosts: new Map(),
    likedPosts: new Map(),
    memberPosts: new Map(),
    relatedPosts: new Map(),
  };

  /** Without a clock data never becomes stale: the worker renders from the payload alone. */
  constructor(library: PageLibrary, loaders: QueryLoaders, now: () => number = stoppedClock) {
    this.#library = library;
    this.#loaders = loaders;
    this.#now = now;
  }

  /** Stores data of the payload, so that the first render sends no requests. */
  seed(language: Language, preloaded: readonly Preloaded[], search = ""): void {
    for (const item of preloaded) this.#put(language, item, search);
  }

  /** Replaces the current member by the host's newest response. */
  setCurrentMember(member: QueryData["me"]): void {
    this.invalidate("me", "member");
    if (member) this.seed("en", [{ query: "me", params: {}, data: member }]);
    if (member) this.seed("ja", [{ query: "me", params: {}, data: member }]);
  }

  /** Corrects counts of the current member in every language, until the host reports them again. */
  updateCounts(change: (member: CurrentMember) => Partial<CurrentMember>): void {
    const kept = this.#data.me;
    for (const [key, entry] of kept) {
      const { data } = entry;
      if (data) kept.set(key, { ...entry, data: { ...data, ...change(data) } });
    }
  }

  /** Marks these queries as stale: the next visit loads them again; the open page keeps its data. */
  invalidate(...names: readonly QueryName[]): void {
    for (const name of names) this.#expire(name);
  }

  /** The only instance of a class in this tab, created on first use. */
  singleton<Kind>(kind: new () => Kind): Kind {
    for (const one of this.#singletons) if (one instanceof kind) return one;
    const made = new kind();
    this.#singletons.push(made);
    return made;
  }

  component(page: PageName): ComponentType | undefined {
    return this.#library.component(page);
  }

  hasFrameMessages(language: Language): boolean {
    return this.#library.hasFrameMessages(language);
  }

  translate(language: Language): Translate {
    return this.#library.translate[language];
  }

  addMessages(language: Language, file: LocaleFile): Promise<void> {
    return this.#library.addMessages(language, file);
  }

  /** Throws when the page reads a query that the route table does not name for it. */
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

  /** The loaded data, if any; for data that a page can render without. */
  peek<Name extends QueryName>(
    name: Name,
    place: Omit<Place, "page">,
  ): QueryData[Name] | undefined {
    return this.#data[name].get(dataKey(name, place))?.data;
  }

  isReady(place: Place): boolean {
    const { page, language } = place;
    this.#dropUnused(place);
    const isFresh = (name: QueryName) => this.#isFresh(name, place);
    return this.#library.has(page, language) && this.#library.queriesOf(page).every(isFresh);
  }

  /** Loads component and messages without data. */
  async prepareParts({ page, language }: Place): Promise<void> {
    await this.#library.load(page, language);
  }

  /** Loads what is missing or stale; rejects when a part fails to load, and may be called again. */
  async prepare(place: Place): Promise<void> {
    const { page, language } = place;
    this.#dropUnused(place);
    const data = this.#library.queriesOf(page).map((name) => this.load(name, place));
    await Promise.all([this.#library.load(page, language), ...data]);
  }

  /** Loads a query that is missing or stale; stale data stays when the request fails. */
  async load<Name extends QueryName>(name: Name, place: Omit<Place, "page">): Promise<void> {
    if (this.#isFresh(name, place)) return;
    const { language, params, search = "" } = place;
    const key = dataKey(name, place);
    const kept = this.#data[name];
    try {
      const data = await this.#loaders[name](language, params, search);
      kept.set(key, { data, at: this.#now(), usedAt: this.#now() });
    } catch (error) {
      if (!kept.has(key)) throw error;
    }
  }

  /** Drops data that no page has used for ten minutes; that of the page being left counts as used now. */
  #dropUnused(requested: Place): void {
    const now = this.#now();
    const used = [requested, this.#requested ?? requested].flatMap(keysOf);
    this.#requested = requested;
    for (const kept of Object.values(this.#data)) {
      for (const [key, entry] of kept) {
        if (used.includes(key)) entry.usedAt = now;
        else if (now - entry.usedAt >= queriesKeptMs) kept.delete(key);
      }
    }
  }

  #expire<Name extends QueryName>(name: Name): void {
    const kept = this.#data[name];
    for (const [key, entry] of kept) kept.set(key, { ...entry, at: Number.NEGATIVE_INFINITY });
  }

  #isFresh(name: QueryName, place: Omit<Place, "page">): boolean {
    const kept = this.#data[name].get(dataKey(name, place));
    return (
      kept !== undefined && this.#now() - kept.at < (freshMs[name] ?? Number.POSITIVE_INFINITY)
    );
  }

  #put<Name extends QueryName>(
    language: Language,
    { query, params, data }: Preloaded<Name>,
    search: string,
  ): void {
    const key = dataKey(query, { language, params, search });
    this.#data[query].set(key, { data, at: this.#now(), usedAt: this.#now() });
  }
}
