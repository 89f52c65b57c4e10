/** Keeps the keyboard where it was when what had it goes away or can't be pressed for a while. */

/** Whatever groups a few things that belong together. */
const groups = "li, fieldset, section, article, aside, form, dialog, main";
/** Who knows better where the keyboard goes on has done so by then. */
const settleMs = 50;

interface Held {
  readonly element: HTMLElement;
  /** From the nearest outward, as they stood when the keyboard came. */
  readonly groups: readonly HTMLElement[];
  readonly before: HTMLElement | undefined;
}

function groupsAround(element: HTMLElement): readonly HTMLElement[] {
  const group = element.parentElement?.closest<HTMLElement>(groups);
  return group ? [group, ...groupsAround(group)] : [];
}

function canHold(element: HTMLElement): boolean {
  const isShown = element.isConnected && element.getClientRects().length > 0;
  return isShown && !element.matches(":disabled");
}

function focus(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    const leave = () => {
      // Who looks into another window comes back to it.
      if (document.activeElement === element) return;
      element.removeEventListener("blur", leave);
      element.removeAttribute("tabindex");
    };
    element.addEventListener("blur", leave);
  }
  element.focus({ preventScroll: true });
}

/** One for a tab; it begins to look when it is made, and never ends. */
export class FocusKeeper {
  #held: Held | undefined;
  /** Had the keyboard until it could not be pressed any more, and gets it back. */
  #waiting: HTMLElement | undefined;
  /** Has it in the meantime. */
  #standIn: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#hold(document.activeElement);
    addEventListener("focusin", ({ target }) => this.#hold(target));
    addEventListener("pointerdown", ({ target }) => this.#release(target));
    new MutationObserver(() => this.#lookSoon()).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["disabled", "hidden", "open"],
    });
  }

  #hold(element: EventTarget | null): void {
    if (!(element instanceof HTMLElement) || element === document.body) return;
    const held = this.#held?.element;
    const before = held === this.#standIn ? (this.#waiting ?? held) : held;
    // A focus that the reader moved is not moved back.
    if (element !== this.#standIn) this.#waiting = undefined;
    this.#held = { element, groups: groupsAround(element), before };
  }

  /** Forgets the element when the reader presses elsewhere. */
  #release(pressed: EventTarget | null): void {
    const { element } = this.#held ?? {};
    if (!(pressed instanceof Node) || !element?.contains(pressed)) this.#held = undefined;
    this.#waiting = undefined;
  }

  #lookSoon(): void {
    const { element } = this.#held ?? {};
    // It may well be pressed again before anybody looks, and has lost the keyboard all the same.
    if (element?.matches(":disabled")) this.#waiting = element;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), settleMs);
  }

  #look(): void {
    const held = this.#held;
    if (held === undefined) return;
    const active = document.activeElement;
    // Until the next frame, what can't be pressed any more still counts as what has the keyboard.
    const isLost = active === document.body || active?.matches(":disabled");
    const waiting = this.#waiting;
    if (waiting && canHold(waiting)) {
      this.#waiting = undefined;
      if (isLost || active === this.#standIn) focus(waiting);
      return;
    }
    if (!isLost || canHold(held.element)) return;
    const { element, before } = held;
    const near = [...held.groups, ...(before ? [before] : [])].find(canHold);
    if (element.isConnected) this.#waiting = element;
    this.#standIn = near ?? document.getElementById("main") ?? undefined;
    if (this.#standIn) focus(this.#standIn);
  }
}
