/** Restores the focus when the focused element is removed, or disabled for a while. */

/** Elements that group related controls; the nearest one receives the focus. */
const groups = "li, fieldset, section, article, aside, form, dialog, main";
/** Components that move the focus themselves have done so after this delay. */
const settleMs = 50;

interface FocusedElement {
  readonly element: HTMLElement;
  /** Ancestors from the nearest outward, recorded when the element received the focus. */
  readonly groups: readonly HTMLElement[];
  readonly before: HTMLElement | undefined;
}

/** Returns the groups that contain an element, from the inside out. */
function groupsAround(element: HTMLElement): readonly HTMLElement[] {
  const group = element.parentElement?.closest<HTMLElement>(groups);
  return group ? [group, ...groupsAround(group)] : [];
}

/** Returns whether an element is on the page, visible and not disabled. */
function canReceiveFocus(element: HTMLElement): boolean {
  const isShown = element.isConnected && element.getClientRects().length > 0;
  return isShown && !element.matches(":disabled");
}

/** Focuses an element, also one that cannot take the focus by itself. */
function focus(element: HTMLElement): void {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    /** Makes the element unfocusable again, once the focus has left it for another element. */
    const leave = () => {
      // The window lost the focus; the element keeps it.
      if (document.activeElement === element) return;
      element.removeEventListener("blur", leave);
      element.removeAttribute("tabindex");
    };
    element.addEventListener("blur", leave);
  }
  element.focus({ preventScroll: true });
}

/** Observer of the document that moves a lost focus to the nearest element; one for each tab. */
export class FocusKeeper {
  #focused: FocusedElement | undefined;
  /** Element that lost the focus by being disabled; receives it again when it is enabled. */
  #disabled: HTMLElement | undefined;
  /** Element that has the focus meanwhile. */
  #substitute: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.#onFocus(document.activeElement);
    addEventListener("focusin", ({ target }) => this.#onFocus(target));
    addEventListener("pointerdown", ({ target }) => this.#onPointerDown(target));
    new MutationObserver(() => this.#scheduleCheck()).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["disabled", "hidden", "open"],
    });
  }

  /** Notes the focused element, its groups, and the element that had the focus before. */
  #onFocus(element: EventTarget | null): void {
    if (!(element instanceof HTMLElement) || element === document.body) return;
    const held = this.#focused?.element;
    const before = held === this.#substitute ? (this.#disabled ?? held) : held;
    // A focus that the reader moved is not moved back.
    if (element !== this.#substitute) this.#disabled = undefined;
    this.#focused = { element, groups: groupsAround(element), before };
  }

  /** Discards the noted element when the reader presses elsewhere. */
  #onPointerDown(pressed: EventTarget | null): void {
    const { element } = this.#focused ?? {};
    if (!(pressed instanceof Node) || !element?.contains(pressed)) this.#focused = undefined;
    this.#disabled = undefined;
  }

  /** Schedules a check of the focus after changes of the document. */
  #scheduleCheck(): void {
    const { element } = this.#focused ?? {};
    // It may be enabled again before the check, but has lost the focus already.
    if (element?.matches(":disabled")) this.#disabled = element;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), settleMs);
  }

  /**
   * Moves a lost focus: back to an element that is enabled again, else to the nearest group, else
   * to the page's content.
   */
  #check(): void {
    const held = this.#focused;
    if (held === undefined) return;
    const active = document.activeElement;
    // Until the next frame a disabled element still is the active element.
    const isLost = active === document.body || active?.matches(":disabled");
    const waiting = this.#disabled;
    if (waiting && canReceiveFocus(waiting)) {
      this.#disabled = undefined;
      if (isLost || active === this.#substitute) focus(waiting);
      return;
    }
    if (!isLost || canReceiveFocus(held.element)) return;
    const { element, before } = held;
    const near = [...held.groups, ...(before ? [before] : [])].find(canReceiveFocus);
    if (element.isConnected) this.#disabled = element;
    this.#substitute = near ?? document.getElementById("main") ?? undefined;
    if (this.#substitute) focus(this.#substitute);
  }
}
