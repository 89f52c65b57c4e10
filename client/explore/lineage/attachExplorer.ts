/** Makes a rendered pedigree movable: pointer, wheel, keys, buttons, and links to its names. */
import { CornerMap, hasRoom } from "./CornerMap.ts";
import { PanZoom, zoomStep } from "./PanZoom.ts";

const marked = "data-marked";

/**
 * Returns the name in the picture that a fragment such as `#seimei` refers to; null without one.
 */
function targetIn(picture: Element, hash: string): Element | null {
  const id = hash.slice(1);
  return /^[a-z0-9-]+$/.test(id) ? picture.querySelector(`[id="${id}"]`) : null;
}

/** Marks one name in the picture and moves it to the middle. */
function showTarget(picture: Element, panZoom: PanZoom, target: Element): void {
  for (const name of picture.querySelectorAll(`[${marked}]`)) name.removeAttribute(marked);
  target.setAttribute(marked, "");
  panZoom.showElement(target);
}

interface Explorer {
  readonly box: HTMLElement;
  readonly picture: SVGSVGElement;
  readonly panZoom: PanZoom;
  readonly signal: AbortSignal;
}

/**
 * Shows the name that the address refers to, and later each name whose link on this page is
 * pressed.
 */
function followTargets({ box, picture, panZoom, signal }: Explorer): void {
  /** Shows the name of the address's fragment, else the name that is marked already. */
  const showNamed = () => {
    // A picture can come with a marked name.
    const target = targetIn(picture, location.hash) ?? picture.querySelector(`[${marked}]`);
    if (target) showTarget(picture, panZoom, target);
  };
  /** Shows the name that a pressed link refers to, without scrolling the page to its top. */
  const followLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    const hash = link?.getAttribute("href") ?? "";
    const target = targetIn(picture, hash);
    if (!(target instanceof SVGElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The browser would scroll the page until the name is at its top.
    event.preventDefault();
    history.replaceState(history.state, "", hash);
    showTarget(picture, panZoom, target);
    box.scrollIntoView({ block: "nearest" });
    target.focus({ preventScroll: true });
  };
  showNamed();
  addEventListener("hashchange", showNamed, { signal });
  document.addEventListener("click", followLink, { signal });
}

/** Meanings of the buttons' `data-view`. */
const presses: Readonly<Record<string, (panZoom: PanZoom) => void>> = {
  smaller: (panZoom) => panZoom.zoom(1 / zoomStep),
  larger: (panZoom) => panZoom.zoom(zoomStep),
  whole: (panZoom) => panZoom.showWhole(),
};

/** Moves and scales the picture by its buttons and keys, until the signal aborts. */
function listenToControls(root: HTMLElement, { panZoom, signal }: Explorer): void {
  /** Carries out the action of a pressed button. */
  const click = ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-view]") : null;
    presses[button?.dataset.view ?? ""]?.(panZoom);
  };
  const press = (event: KeyboardEvent) => {
    if (panZoom.press(event)) event.preventDefault();
  };
  root.addEventListener("click", click, { signal });
  root.addEventListener("keydown", press, { signal });
}

/**
 * Makes the picture in `root` movable; returns a function that undoes that. Undefined if the box
 * has no size yet or is movable already.
 */
export function attachExplorer(root: HTMLElement): (() => void) | undefined {
  const box = root.querySelector<HTMLElement>(".pedigree-scroll");
  const picture = box?.querySelector("svg");
  if (!box?.clientWidth || !picture || box.dataset.moved !== undefined) return undefined;
  const [width, height] = ["width", "height"].map((name) => Number(picture.getAttribute(name)));
  const size = { width: width ?? 0, height: height ?? 0 };
  const panZoom = new PanZoom(box, picture, size);
  const stop = new AbortController();
  const explorer = { box, picture, panZoom, signal: stop.signal };
  followTargets(explorer);
  listenToControls(root, explorer);
  const map = hasRoom()
    ? new CornerMap(root, { picture, size }, (place) => panZoom.showPlace(place))
    : undefined;
  if (map) panZoom.watch((view, frame) => map.show(view, frame));
  return () => {
    stop.abort();
    map?.remove();
    panZoom.stop();
  };
}
