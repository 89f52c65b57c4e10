/** The parts of pages that are the same for everybody: components and words, each loaded once and kept. */
import type { ComponentType } from "react";
import type { LocaleFile } from "../contracts/locales.ts";
import type { PageName } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import {
  createTranslator,
  flatten,
  type Translate,
  type Translator,
} from "../language/translator.ts";
import type { QueryName } from "./queries.ts";

export type PageLoads = () => Promise<{ readonly default: ComponentType }>;

interface Parts {
  readonly words: readonly LocaleFile[];
  readonly queries: readonly QueryName[];
}

type Resource = Parameters<typeof flatten>[0];

export interface LibrarySources {
  readonly pages: Readonly<Record<PageName, PageLoads>>;
  readonly parts: Readonly<Record<PageName, Parts>>;
  readonly loadWords: (language: Language, file: LocaleFile) => Promise<Resource>;
}

/** Words that every page prints: the frame's own. */
const frameWords: readonly LocaleFile[] = ["app"];

export class PageLibrary {
  readonly #sources: LibrarySources;
  readonly #components = new Map<PageName, ComponentType>();
  readonly #translators: Readonly<Record<Language, Translator>> = {
    en: createTranslator("en"),
    ja: createTranslator("ja"),
  };
  readonly #words = new Set<string>();
  readonly #added = new Set<LocaleFile>();
  readonly translate: Readonly<Record<Language, Translate>>;

  constructor(sources: LibrarySources) {
    this.#sources = sources;
    this.translate = {
      en: this.#translators.en.t,
      ja: this.#translators.ja.t,
    };
  }

  component(page: PageName): ComponentType | undefined {
    return this.#components.get(page);
  }

  queriesOf(page: PageName): readonly QueryName[] {
    return this.#sources.parts[page].queries;
  }

  has(page: PageName, language: Language): boolean {
    const isWordsThere = (file: LocaleFile) => this.#words.has(`${language}/${file}`);
    return this.#components.has(page) && this.#wordsOf(page).every(isWordsThere);
  }

  /** Whether the frame's own words are there: without them nothing can be said in this language. */
  speaks(language: Language): boolean {
    return frameWords.every((file) => this.#words.has(`${language}/${file}`));
  }

  /** Rejects when a part does not arrive, and may then be called again. */
  async load(page: PageName, language: Language): Promise<void> {
    const words = this.#wordsOf(page).map((file) => this.#loadWords(language, file));
    await Promise.all([this.#loadComponent(page), ...words]);
  }

  /** Words of a part that was opened on a page; from then on they come along in whatever language. */
  async addWords(language: Language, file: LocaleFile): Promise<void> {
    await this.#loadWords(language, file);
    this.#added.add(file);
  }

  #wordsOf(page: PageName): readonly LocaleFile[] {
    return [...frameWords, ...this.#sources.parts[page].words, ...this.#added];
  }

  async #loadComponent(page: PageName): Promise<void> {
    if (this.#components.has(page)) return;
    const loaded = await this.#sources.pages[page]();
    this.#components.set(page, loaded.default);
  }

  async #loadWords(language: Language, file: LocaleFile): Promise<void> {
    const name = `${language}/${file}`;
    if (this.#words.has(name)) return;
    const loaded = await this.#sources.loadWords(language, file);
    this.#translators[language].add(flatten(loaded, file, {}));
    this.#words.add(name);
  }
}
