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
  isBuiltIn,
  mayShowServerPart,
  queriesOfList,
  freshMs,
  type QueryData,
  type LoadQuery,
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

/**
 * Returns the values of the path's parameters, in the order of their names, joined by slashes,
 * which no value contains.
 */
function valuesOf(params: Params): string {
  return Object.keys(params)
    .sort()
    .map((name) => params[name])
    .join("/");
}

/** Returns the cache key of a query's data: everything that the data depends on. */
function dataKey(name: QueryName, { language, params, search = "" }: Omit<Place, "page">): string {
  if (isBuiltIn(name)) return language;
  return `${language} ${valuesOf(params)}${addressDependentQueries.includes(name) ? search : ""}`;
}

/** Returns the key of the server part of a place. */
function serverPartKey({ page, language, params, search = "" }: Place): string {
  return `${page} ${language} ${valuesOf(params)}${search}`;
}

/** Returns the cache keys of all data that a page can read. */
function keysOf(place: Place): readonly string[] {
  const { language, params, search = "" } = place;
  const own = `${language} ${valuesOf(params)}`;
  return [language, own, own + search];
}

type Caches = { [Name in QueryName]?: Map<string, CacheEntry<QueryData[Name]>> };

const stoppedClock = () => 0;

/** Store of the components, messages and data of pages in this tab. */
export class PageStore {
  readonly #library: PageLibrary;
  readonly #loadQuery: LoadQuery;
  readonly #now: () => number;
  readonly #singletons: unknown[] = [];
  #requested: Place | undefined;
  /** Key of the place whose server part is HTML of the host. */
  #hostHtmlKey: string | undefined;
  readonly #data: Caches = {};

  /** Creates the store. Without a clock data never becomes stale, as the worker needs it. */
  constructor(library: PageLibrary, loadQuery: LoadQuery, now: () => number = stoppedClock) {
    this.#library = library;
    this.#loadQuery = loadQuery;
    this.#now = now;
  }

  /** Stores data of the payload, so that the first render sends no requests. */
  seed(language: Language, preloaded: readonly Preloaded[], search = ""): void {
    for (const item of preloaded) this.#put(language, item, search);
  }

  /**
   * Stores the signed-in member in both languages; null marks the stored one as stale. Public
   * profiles become stale too, because the member's own may have changed.
   */
  setCurrentMember(member: QueryData["me"]): void {
    this.invalidate("me", "member");
    if (member) this.seed("en", [{ query: "me", params: {}, data: member }]);
    if (member) this.seed("ja", [{ query: "me", params: {}, data: member }]);
  }

  /** Changes counts of the current member in every language, until the host reports them again. */
  updateCounts(change: (member: CurrentMember) => Partial<CurrentMember>): void {
    const kept = this.#cacheOf("me");
    for (const [key, entry] of kept) {
      const { data } = entry;
      if (data) kept.set(key, { ...entry, data: { ...data, ...change(data) } });
    }
  }

  /** Marks data as stale: the next page loads it again, and the open page keeps it. */
  invalidate(...names: readonly QueryName[]): void {
    for (const name of names) this.#expire(name);
  }

  /** Returns the only instance of a class in this tab, created on first use. */
  singleton<Kind>(kind: new () => Kind): Kind {
    for (const one of this.#singletons) if (one instanceof kind) return one;
    const made = new kind();
    this.#singletons.push(made);
    return made;
  }

  /** Returns the component of a page; undefined until it is loaded. */
  component(page: PageName): ComponentType | undefined {
    return this.#library.component(page);
  }

  /** Returns the footer of a page that has one; undefined until it is loaded. */
  footer(page: PageName): ComponentType | undefined {
    return this.#library.footer(page);
  }

  /** Returns the page's server part, once its code and data are loaded; undefined before. */
  serverPart(place: Place): ComponentType | undefined {
    return this.#hasServerData(place) ? this.#library.serverPart(place.page) : undefined;
  }

  /** Notes that this server part is HTML from the host, until another page is requested. */
  keepServerPart(place: Place): void {
    this.#hostHtmlKey = serverPartKey(place);
  }

  /** Returns whether the messages of the frame are loaded in a language. */
  hasFrameMessages(language: Language): boolean {
    return this.#library.hasFrameMessages(language);
  }

  /** Returns the function that translates into a language. */
  translate(language: Language): Translate {
    return this.#library.translate[language];
  }

  /** Loads further messages for a part that was opened on a page. */
  addMessages(language: Language, file: LocaleFile): Promise<void> {
    return this.#library.addMessages(language, file);
  }

  /** Returns the data of a query; throws unless it is loaded: the route table must name it. */
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

  /** Returns the data of a query that a page can do without; undefined if it is not loaded. */
  peek<Name extends QueryName>(
    name: Name,
    place: Omit<Place, "page">,
  ): QueryData[Name] | undefined {
    return this.#cacheOf(name).get(dataKey(name, place))?.data;
  }

  /** Returns whether all parts and fresh data of a page are loaded; first removes unused data. */
  isReady(place: Place): boolean {
    const { page, language } = place;
    this.#dropUnused(place);
    const isFresh = (name: QueryName) => this.#isFresh(name, place);
    return (
      this.#library.has(page, language) &&
      this.#queriesOf(place).every(isFresh) &&
      (this.#needsNoPart(place) ||
        (this.#library.hasServerPart(page, language) && this.#hasServerData(place)))
    );
  }

  /** Returns the names of the queries that a page waits for at its address. */
  #queriesOf({ page, search = "" }: Place): readonly QueryName[] {
    return [...this.#library.queriesOf(page), ...queriesOfList(page, search)];
  }

  /** Loads component, messages, footer and styles of a page, without its data. */
  async prepareParts({ page, language }: Place): Promise<void> {
    await this.#library.load(page, language);
  }

  /** Loads missing and stale parts of a page; rejects on failure, and may be called again. */
  async prepare(place: Place): Promise<void> {
    const { page, language } = place;
    this.#dropUnused(place);
    const data = this.#queriesOf(place).map((name) => this.load(name, place));
    const part = this.#needsNoPart(place) ? undefined : this.loadServerPart(place);
    await Promise.all([this.#library.load(page, language), part, ...data]);
  }

  /** Loads code, messages and data of the page's server part. */
  async loadServerPart(place: Place): Promise<void> {
    const { page, language } = place;
    const data = this.#serverQueriesOf(place).map((name) => this.load(name, place));
    await Promise.all([this.#library.loadServerPart(page, language), ...data]);
  }

  /** Loads missing or stale data; on failure keeps the stale, and throws if there is none. */
  async load<Name extends QueryName>(name: Name, place: Omit<Place, "page">): Promise<void> {
    if (this.#isFresh(name, place)) return;
    const { language, params, search = "" } = place;
    const key = dataKey(name, place);
    const kept = this.#cacheOf(name);
    try {
      const data = await this.#loadQuery(name, language, params, search);
      kept.set(key, { data, at: this.#now(), usedAt: this.#now() });
    } catch (error) {
      if (!kept.has(key)) throw error;
    }
  }

  /**
   * Returns whether a place shows no server part, or HTML of it from the host. Asking for another
   * place ends the latter for good, because React then replaces the HTML.
   */
  #needsNoPart(place: Place): boolean {
    if (this.#hostHtmlKey !== serverPartKey(place)) this.#hostHtmlKey = undefined;
    return this.#hostHtmlKey !== undefined || !mayShowServerPart(place.page, place.search);
  }

  /**
   * Returns the names of the queries of the server part; the search needs its large indexes only
   * for a search text.
   */
  #serverQueriesOf({ page, search = "" }: Place): readonly QueryName[] {
    return page === "search" && search === "" ? [] : this.#library.serverQueriesOf(page);
  }

  /** Returns whether all data of the server part is loaded. */
  #hasServerData(place: Place): boolean {
    return this.#serverQueriesOf(place).every((name) => this.peek(name, place) !== undefined);
  }

  /** Removes data that no page has used for ten minutes; that of the page being left counts as used now. */
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

  /** Returns the cached data of a query, by key. */
  #cacheOf<Name extends QueryName>(name: Name): NonNullable<Caches[Name]> {
    const cache: NonNullable<Caches[Name]> = this.#data[name] ?? new Map();
    this.#data[name] = cache;
    return cache;
  }

  /** Marks all data of a query as stale. */
  #expire<Name extends QueryName>(name: Name): void {
    const kept = this.#cacheOf(name);
    for (const [key, entry] of kept) kept.set(key, { ...entry, at: Number.NEGATIVE_INFINITY });
  }

  /** Returns whether a query's data is loaded and not stale. */
  #isFresh(name: QueryName, place: Omit<Place, "page">): boolean {
    const kept = this.#cacheOf(name).get(dataKey(name, place));
    return (
      kept !== undefined && this.#now() - kept.at < (freshMs[name] ?? Number.POSITIVE_INFINITY)
    );
  }

  /** Stores the data of a query. */
  #put<Name extends QueryName>(
    language: Language,
    { query, params, data }: Preloaded<Name>,
    search: string,
  ): void {
    const key = dataKey(query, { language, params, search });
    this.#cacheOf(query).set(key, { data, at: this.#now(), usedAt: this.#now() });
  }
}
