/**
 * A bar at the foot of the page with the records chosen for a comparison. Loaded on first use; it stands after React's tree,
 * so that a change of page leaves it alone.
 */
import { loadCultivarNames } from "../../contracts/catalogue.ts";
import type { CultivarNames } from "../../contracts/cultivar.ts";
import type { Language } from "../../contracts/language.ts";
import { loadLocaleFile } from "../../contracts/locales.ts";
import { languageOf, pathFor } from "../../language/paths.ts";
import { createTranslator, flatten, type Translate } from "../../language/translator.ts";
import { comparePath, namedIds } from "../comparison/ids.ts";
import { readChoice, storeChoice, toggleRecord } from "./choice.ts";
import { showsChoice } from "./pages.ts";
import { barStyles, chosenStyles } from "./styles.ts";

interface Texts {
  readonly t: Translate;
  readonly names: CultivarNames;
}

/** Loads the names of all records and the messages of the comparison in one language. */
async function loadTexts(language: Language): Promise<Texts> {
  const [names, messages] = await Promise.all([
    loadCultivarNames(language),
    loadLocaleFile(language, "comparison"),
  ]);
  return { names, t: createTranslator(language, flatten(messages, "comparison", {})).t };
}

/** Creates an element with a class. */
function elementOf<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

const elementName = "choice-bar";

/**
 * Custom element of the bar: names of the chosen records, a link that compares them and a button
 * that clears the choice.
 */
class ChoiceBar extends HTMLElement {
  readonly #bar = elementOf("aside", elementName);
  readonly #names = elementOf("p", "choice-names");
  readonly #compare = elementOf("a", "button");
  readonly #clear = elementOf("button", "button button-quiet");
  readonly #status = elementOf("p", "visually-hidden");
  /** Styles of the bar and of the links to chosen records. */
  readonly #styles = new CSSStyleSheet();
  readonly #texts = new Map<Language, Texts>();
  /** The choice where it could not be stored. */
  #unstored: readonly string[] | null = null;
  #shown = "";

  /**
   * Builds the bar, passes its height on to the styles, and shows the choice again whenever the
   * page's title or address changes.
   */
  connectedCallback(): void {
    this.#status.setAttribute("role", "status");
    this.#compare.rel = "nofollow";
    this.#clear.type = "button";
    this.#clear.addEventListener("click", () => void this.#clearChoice());
    this.#bar.append(this.#names, this.#compare, this.#clear);
    this.append(this.#status);
    document.adoptedStyleSheets.push(this.#styles);
    const { style } = document.documentElement;
    const measure = () => style.setProperty("--choice-bar", `${this.offsetHeight}px`);
    new ResizeObserver(measure).observe(this);
    // Pages change their title and their language without a load.
    const observer = new MutationObserver(() => void this.show());
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    // A way back from a page whose title has not come yet changes the address alone.
    window.addEventListener("popstate", () => void this.show());
  }

  /** Returns the ids of the chosen records. */
  get ids(): readonly string[] {
    return this.#unstored ?? readChoice();
  }

  /** Stores a choice, in memory where storage fails, and shows it. */
  async choose(ids: readonly string[]): Promise<void> {
    this.#unstored = storeChoice(ids) ? null : ids;
    await this.show();
  }

  /**
   * Adds a record to the choice or removes it, and announces to screen readers what happened. That
   * a full choice did not change is shown to all readers, above the bar.
   */
  async toggle(id: string): Promise<void> {
    const { ids, change } = toggleRecord(this.ids, id);
    await this.choose(ids);
    const { t, names } = await this.#textsIn(languageOf(location.pathname));
    const name = names[id]?.name ?? id;
    this.#status.className = change === "full" ? "choice-full" : "visually-hidden";
    this.#status.textContent = t(`comparison.choice.${change}`, { name });
  }

  /**
   * Shows the choice in the language of the page; nothing while it is empty, on a comparison and on
   * pages without records to choose. Of calls whose texts load at the same time only the last has
   * an effect.
   */
  async show(): Promise<void> {
    const language = languageOf(location.pathname);
    const isComparison = location.pathname === pathFor("compare", language);
    const isHidden = isComparison && namedIds(location.search).length > 0;
    const ids = isHidden || !showsChoice(location.pathname) ? [] : this.ids;
    const state = `${language} ${ids}`;
    if (this.#shown === state) return;
    this.#shown = state;
    this.#status.className = "visually-hidden";
    this.#styles.replaceSync(ids.length === 0 ? "" : barStyles + chosenStyles(ids));
    if (ids.length === 0) {
      this.#bar.remove();
      return;
    }
    const { t, names } = await this.#textsIn(language);
    if (this.#shown !== state) return;
    const separator = language === "ja" ? "、" : ", ";
    this.#bar.setAttribute("aria-label", t("comparison.choice.label"));
    this.#names.textContent = ids.map((id) => names[id]?.name ?? id).join(separator);
    this.#compare.href = comparePath(language, ids);
    this.#compare.textContent = t("comparison.choice.compare");
    this.#clear.textContent = t("comparison.choice.clear");
    this.append(this.#bar);
  }

  /**
   * Empties the choice and moves the focus to the page's content, because the focused button
   * disappears.
   */
  async #clearChoice(): Promise<void> {
    document.getElementById("main")?.focus({ preventScroll: true });
    await this.choose([]);
  }

  /** Returns the texts of a language; loads them on first use. */
  async #textsIn(language: Language): Promise<Texts> {
    const texts = this.#texts.get(language) ?? (await loadTexts(language));
    this.#texts.set(language, texts);
    return texts;
  }
}

/** Returns the document's only choice bar; creates it on first use. */
export function openChoiceBar(): ChoiceBar {
  if (!customElements.get(elementName)) customElements.define(elementName, ChoiceBar);
  const known = document.querySelector(elementName);
  if (known instanceof ChoiceBar) return known;
  const bar = new ChoiceBar();
  document.body.append(bar);
  return bar;
}
