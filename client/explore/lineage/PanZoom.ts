/** Moves and scales a picture in its box by pointer, wheel, keys and focus. */
import {
  type Area,
  centred,
  type Frame,
  moved,
  opened,
  revealed,
  type Size,
  type Viewport,
  whole,
  zoomed,
} from "./viewport.ts";

const keyStep = 64;
export const zoomStep = 1.25;
/** Movement in pixels from which a press is no longer a click. */
const clickSlack = 5;

/** Turn of the wheel, in pixels, that scales by Euler's number, and the most that one event counts. */
const turnPerFactor = 250;
const mostTurn = 60;

type Point = Readonly<Record<"x" | "y", number>>;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: keyStep, y: 0 },
  ArrowRight: { x: -keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
};

/** Returns the point between two pointers, or the only pointer. */
function middleOf([a, b = a]: readonly (Point | undefined)[]): Point {
  return { x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 };
}

/** Returns the distance of two pointers in px; 0 for a single pointer. */
function spanOf([a, b]: readonly (Point | undefined)[]): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}

/**
 * Movable picture: moves and scales an SVG picture in its box by pointer, wheel, keys and focus.
 */
export class PanZoom {
  readonly #box: HTMLElement;
  readonly #picture: SVGSVGElement;
  readonly #stop = new AbortController();
  readonly #pointers = new Map<number, Point>();
  readonly #size: Size;
  #view: Viewport;
  /** Path of the middle of the pressed pointers, in px; from `clickSlack` on it is a drag. */
  #travelled = 0;
  #onView: ((view: Viewport, frame: Frame) => void) | undefined;

  /** Starts to handle events of the box; `size` is that of the picture at scale 1. */
  constructor(box: HTMLElement, picture: SVGSVGElement, size: Size) {
    this.#box = box;
    this.#picture = picture;
    this.#size = size;
    this.#unscroll();
    // The style sheet clips a box with this attribute and applies the view; measuring needs both.
    box.dataset.moved = "";
    this.#view = opened(this.#frame());
    this.#show(this.#view);
    this.#listen();
  }

  /** Stops handling events and shows the picture unscaled at its place, in a box that scrolls. */
  stop(): void {
    this.#stop.abort();
    delete this.#box.dataset.moved;
    this.#picture.style.removeProperty("--view");
  }

  /** Scales the picture by a factor about the middle of the box. */
  zoom(factor: number): void {
    const { width, height } = this.#frame().box;
    this.#zoomAt(factor, { x: width / 2, y: height / 2 });
  }

  /** Shows the whole picture. */
  showWhole(): void {
    this.#show(whole(this.#frame()));
  }

  /** Moves a place, in px at scale 1, to the middle of the box, at a scale with readable names. */
  showPlace({ x, y }: Point): void {
    this.#show(centred(this.#view, { x, y, width: 0, height: 0 }, this.#frame()));
  }

  /** Calls `onView` now and after each change of the view. */
  watch(onView: (view: Viewport, frame: Frame) => void): void {
    this.#onView = onView;
    onView(this.#view, this.#frame());
  }

  /** Moves an element to the middle of the box, at a scale with readable names. */
  showElement(element: Element): void {
    this.#show(centred(this.#view, this.#areaOf(element), this.#frame()));
  }

  /** Handles a key that moves or scales the picture; returns false for all other keys. */
  press(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = arrows[event.key];
    if (step) this.#show(moved(this.#view, step.x, step.y, this.#frame()));
    else if (event.key === "+" || event.key === "=") this.zoom(zoomStep);
    else if (event.key === "-") this.zoom(1 / zoomStep);
    else if (event.key === "0") this.showWhole();
    else return false;
    return true;
  }

  /** Returns the sizes of picture and box. */
  #frame(): Frame {
    const { clientWidth, clientHeight } = this.#box;
    return { picture: this.#size, box: { width: clientWidth, height: clientHeight } };
  }

  /** Undoes scrolling of the box by the browser. */
  #unscroll(): void {
    this.#box.scrollLeft = 0;
    this.#box.scrollTop = 0;
  }

  /** Applies a view to the picture and reports it. */
  #show(view: Viewport): void {
    this.#view = view;
    const { x, y, scale } = view;
    const transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.#picture.style.setProperty("--view", transform);
    this.#onView?.(view, this.#frame());
  }

  /** Scales the picture about a point of the box. */
  #zoomAt(factor: number, at: Point): void {
    this.#show(zoomed(this.#view, factor, at, this.#frame()));
  }

  /** Returns the area of an element in the picture, in px at scale 1. */
  #areaOf(element: Element): Area {
    const { scale } = this.#view;
    const [inner, outer] = [element.getBoundingClientRect(), this.#picture.getBoundingClientRect()];
    return {
      x: (inner.left - outer.left) / scale,
      y: (inner.top - outer.top) / scale,
      width: inner.width / scale,
      height: inner.height / scale,
    };
  }

  /** Returns the point of an event in the box. */
  #pointOf({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#box.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** Starts to listen to pointers, wheel, focus and changes of the box's size. */
  #listen(): void {
    const { signal } = this.#stop;
    const box = this.#box;
    box.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
    box.addEventListener("pointerdown", (event) => this.#hold(event), { signal });
    box.addEventListener("pointermove", (event) => this.#drag(event), { signal });
    const release = (event: PointerEvent) => this.#pointers.delete(event.pointerId);
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      box.addEventListener(name, release, { signal });
    box.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
    box.addEventListener("click", (event) => this.#refuseDrag(event), { signal, capture: true });
    box.addEventListener("focusin", (event) => this.#reveal(event), { signal });
    // Some browsers scroll even a clipped box to a focused or named element.
    box.addEventListener("scroll", () => this.#unscroll(), { signal });
    if (typeof ResizeObserver === "undefined") return;
    // A move by 0 corrects the view for the new size.
    const observer = new ResizeObserver(() => this.#show(moved(this.#view, 0, 0, this.#frame())));
    observer.observe(box);
    signal.addEventListener("abort", () => observer.disconnect());
  }

  /**
   * Scales the picture on a wheel event with the control key, as which trackpads send a pinch; a
   * plain wheel scrolls the page.
   */
  #wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const turn = Math.max(-mostTurn, Math.min(mostTurn, event.deltaY));
    this.#zoomAt(Math.exp(-turn / turnPerFactor), this.#pointOf(event));
  }

  /** Notes a pressed pointer: a finger, a pen or the main button of the mouse. */
  #hold(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (this.#pointers.size === 0) this.#travelled = 0;
    this.#pointers.set(event.pointerId, this.#pointOf(event));
  }

  /** Moves the picture with one pointer, and moves and scales it with two. */
  #drag(event: PointerEvent): void {
    if (!this.#pointers.has(event.pointerId)) return;
    const before = [...this.#pointers.values()];
    this.#pointers.set(event.pointerId, this.#pointOf(event));
    const after = [...this.#pointers.values()];
    const [from, to] = [middleOf(before), middleOf(after)];
    this.#travelled += Math.hypot(to.x - from.x, to.y - from.y);
    // A gesture of two fingers is never a click.
    if (after.length > 1) this.#travelled += clickSlack;
    if (this.#travelled < clickSlack) return;
    this.#box.setPointerCapture(event.pointerId);
    this.#show(moved(this.#view, to.x - from.x, to.y - from.y, this.#frame()));
    const span = spanOf(before);
    if (span > 0) this.#zoomAt(spanOf(after) / span, to);
  }

  /** Prevents the press that ends a drag from following a link. */
  #refuseDrag(event: MouseEvent): void {
    // A press of a key is a click without a count.
    if (event.detail === 0 || this.#travelled < clickSlack) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Moves the picture so that an element focused by the keyboard is in view, and the page if that
   * place of the box is outside the window.
   */
  #reveal({ target }: FocusEvent): void {
    if (!(target instanceof SVGElement && target.matches(":focus-visible"))) return;
    this.#show(revealed(this.#view, this.#areaOf(target), this.#frame()));
    // The browser has scrolled to the place where the element was before the picture moved.
    target.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#unscroll();
  }
}
