/** What a page needs before it can be drawn: the library's parts, and the data of its queries. */
import type { ComponentType } from "react";
import type { PageName, Params } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import type { Translate } from "../language/translator.ts";
import type { PageLibrary } from "./PageLibrary.ts";
import type { Card, Preloaded } from "./payload.ts";
import type { QueryData, QueryLoaders, QueryName } from "./queries.ts";

export interface Place {
  readonly page: PageName;
  readonly language: Language;
  readonly params: Params;
  /** The picture of its shared link, where the host drew the page: nobody else reads it. */
  readonly card?: Card;
}

function dataKey(language: Language, params: Params): string {
  return `${language} ${params.id ?? ""}`;
}

export class PageStore {
  readonly #library: PageLibrary;
  readonly #loaders: QueryLoaders;
  readonly #data: { readonly [Name in QueryName]: Map<string, QueryData[Name]> } = {
    catalogueIndex: new Map(),
    cultivarNames: new Map(),
    featuredCultivars: new Map(),
    cultivar: new Map(),
    operator: new Map(),
    me: new Map(),
    member: new Map(),
    sources: new Map(),
  };

  constructor(library: PageLibrary, loaders: QueryLoaders) {
    this.#library = library;
    this.#loaders = loaders;
  }

  /** Takes what is there already, so that the first render asks for nothing. */
  seed(language: Language, preloaded: readonly Preloaded[]): void {
    for (const item of preloaded) this.#keep(language, item);
  }

  /** The member as the host has just told; what stood there before is no longer true. */
  keepMe(member: QueryData["me"]): void {
    this.#data.me.clear();
    this.#data.member.clear();
    if (member) this.seed("en", [{ query: "me", params: {}, data: member }]);
    if (member) this.seed("ja", [{ query: "me", params: {}, data: member }]);
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

  /** Throws when the page's definition does not name the query: a mistake of ours, not of the network. */
  data<Name extends QueryName>(name: Name, language: Language, params: Params): QueryData[Name] {
    const found = this.#data[name].get(dataKey(language, params));
    if (found === undefined) throw new Error(`${name} was read before it was loaded`);
    return found;
  }

  isReady({ page, language, params }: Place): boolean {
    const key = dataKey(language, params);
    const isThere = (name: QueryName) => this.#data[name].has(key);
    return this.#library.has(page, language) && this.#library.queriesOf(page).every(isThere);
  }

  /** Component and words, for a page whose data is not to be asked for. */
  async prepareParts({ page, language }: Place): Promise<void> {
    await this.#library.load(page, language);
  }

  /** Loads whatever is still missing; rejects when a part does not arrive, and may then be called again. */
  async prepare({ page, language, params }: Place): Promise<void> {
    const queries = this.#library.queriesOf(page);
    const data = queries.map((name) => this.#load(name, language, params));
    await Promise.all([this.#library.load(page, language), ...data]);
  }

  async #load<Name extends QueryName>(
    name: Name,
    language: Language,
    params: Params,
  ): Promise<void> {
    if (this.#data[name].has(dataKey(language, params))) return;
    this.#data[name].set(dataKey(language, params), await this.#loaders[name](language, params));
  }

  #keep<Name extends QueryName>(
    language: Language,
    { query, params, data }: Preloaded<Name>,
  ): void {
    this.#data[query].set(dataKey(language, params), data);
  }
}
