/** Components and messages of pages, each loaded once. They are the same for every reader. */
import type { ComponentType } from "react";
import type { LocaleFile } from "../contracts/locales.ts";
import { type PageName, routes } from "../contracts/routes.ts";
import type { Language } from "../contracts/language.ts";
import {
  createTranslator,
  flatten,
  type Translate,
  type Translator,
} from "../language/translator.ts";
import type { QueryName } from "./queries.ts";

export type LoadComponent = () => Promise<{ readonly default: ComponentType }>;

/** What a page needs besides its component: files of messages, and the queries that it waits for. */
export interface PageParts {
  readonly messages: readonly LocaleFile[];
  readonly queries: readonly QueryName[];
}

/** A part of a page that the worker renders; the browser loads it for later pages only. */
export interface ServerPartLoaders extends PageParts {
  readonly load: LoadComponent;
}

type Resource = Parameters<typeof flatten>[0];

/** Style sheets of the pages; `load` rejects when one fails to load, and may be called again. */
export interface PageStyles {
  readonly has: (page: PageName) => boolean;
  readonly load: (page: PageName) => Promise<void>;
}

export interface LibraryLoaders {
  readonly pages: Readonly<Record<PageName, LoadComponent>>;
  readonly parts: Readonly<Record<PageName, PageParts>>;
  readonly serverParts?: Readonly<Partial<Record<PageName, ServerPartLoaders>>>;
  readonly loadMessages: (language: Language, file: LocaleFile) => Promise<Resource>;
  /** The footer, which most pages do not have. */
  readonly loadFooter?: LoadComponent;
  /** Only in the browser: the worker renders no styles. */
  readonly styles?: PageStyles;
}

/** Messages of the frame, which every page prints. */
const frameMessages: readonly LocaleFile[] = ["app"];

/** Returns whether a page has the footer. */
const hasFooter = (page: PageName) => page !== "notFound" && routes[page].footer;

/** Library of the components and messages of pages, each loaded once. */
export class PageLibrary {
  readonly #loaders: LibraryLoaders;
  readonly #components = new Map<PageName, ComponentType>();
  readonly #serverParts = new Map<PageName, ComponentType>();
  #footer: ComponentType | undefined;
  readonly #translators: Readonly<Record<Language, Translator>> = {
    en: createTranslator("en"),
    ja: createTranslator("ja"),
  };
  readonly #loadedFiles = new Set<string>();
  readonly #addedFiles = new Set<LocaleFile>();
  readonly translate: Readonly<Record<Language, Translate>>;

  constructor(loaders: LibraryLoaders) {
    this.#loaders = loaders;
    this.translate = {
      en: this.#translators.en.t,
      ja: this.#translators.ja.t,
    };
  }

  /** Returns the component of a page; undefined until it is loaded. */
  component(page: PageName): ComponentType | undefined {
    return this.#components.get(page);
  }

  /** Returns the footer of a page that has one; undefined until it is loaded. */
  footer(page: PageName): ComponentType | undefined {
    return hasFooter(page) ? this.#footer : undefined;
  }

  /** Returns the names of the queries that a page waits for. */
  queriesOf(page: PageName): readonly QueryName[] {
    return this.#loaders.parts[page].queries;
  }

  /** Returns whether component, messages, footer and styles of a page are loaded. */
  has(page: PageName, language: Language): boolean {
    const isStyled = this.#loaders.styles?.has(page) ?? true;
    const isFramed = this.footer(page) !== undefined || !this.#needsFooter(page);
    const isLoaded = this.#hasMessages(this.#messagesOf(page), language);
    return isStyled && isFramed && this.#components.has(page) && isLoaded;
  }

  /** Returns whether the messages of the frame are loaded in this language. */
  hasFrameMessages(language: Language): boolean {
    return this.#hasMessages(frameMessages, language);
  }

  /**
   * Loads component, messages, footer and styles of a page; rejects when one fails to load, and may
   * be called again.
   */
  async load(page: PageName, language: Language): Promise<void> {
    const messages = this.#messagesOf(page).map((file) => this.#loadMessages(language, file));
    const footer = this.#needsFooter(page) ? this.#loadFooter() : undefined;
    const styles = this.#loaders.styles?.load(page);
    await Promise.all([this.#loadComponent(page), footer, styles, ...messages]);
  }

  /** Returns the server part of a page; undefined until it is loaded. */
  serverPart(page: PageName): ComponentType | undefined {
    return this.#serverParts.get(page);
  }

  /** Returns the names of the queries that a page's server part waits for. */
  serverQueriesOf(page: PageName): readonly QueryName[] {
    return this.#loaders.serverParts?.[page]?.queries ?? [];
  }

  /** Returns whether the page's server part and its messages are loaded; true without one. */
  hasServerPart(page: PageName, language: Language): boolean {
    const part = this.#loaders.serverParts?.[page];
    return !part || (this.#serverParts.has(page) && this.#hasMessages(part.messages, language));
  }

  /** Loads the page's server part and its messages. */
  async loadServerPart(page: PageName, language: Language): Promise<void> {
    const part = this.#loaders.serverParts?.[page];
    if (part === undefined) return;
    const messages = part.messages.map((file) => this.#loadMessages(language, file));
    const [{ default: component }] = await Promise.all([part.load(), ...messages]);
    this.#serverParts.set(page, component);
  }

  /**
   * Loads further messages for a part that was opened on a page; they are then loaded with every
   * later page and language.
   */
  async addMessages(language: Language, file: LocaleFile): Promise<void> {
    await this.#loadMessages(language, file);
    this.#addedFiles.add(file);
  }

  /** Returns whether the files of messages are loaded. */
  #hasMessages(files: readonly LocaleFile[], language: Language): boolean {
    return files.every((file) => this.#loadedFiles.has(`${language}/${file}`));
  }

  /** Returns the files of messages that a page needs. */
  #messagesOf(page: PageName): readonly LocaleFile[] {
    return [...frameMessages, ...this.#loaders.parts[page].messages, ...this.#addedFiles];
  }

  /** Loads the component of a page. */
  async #loadComponent(page: PageName): Promise<void> {
    if (this.#components.has(page)) return;
    const loaded = await this.#loaders.pages[page]();
    this.#components.set(page, loaded.default);
  }

  /** Returns whether the footer must be loaded for a page. */
  #needsFooter(page: PageName): boolean {
    return this.#loaders.loadFooter !== undefined && hasFooter(page);
  }

  /** Loads the footer. */
  async #loadFooter(): Promise<void> {
    this.#footer ??= (await this.#loaders.loadFooter?.())?.default;
  }

  /** Loads a file of messages in one language. */
  async #loadMessages(language: Language, file: LocaleFile): Promise<void> {
    const name = `${language}/${file}`;
    if (this.#loadedFiles.has(name)) return;
    const loaded = await this.#loaders.loadMessages(language, file);
    this.#translators[language].add(flatten(loaded, file.slice(file.lastIndexOf("/") + 1), {}));
    this.#loadedFiles.add(name);
  }
}
