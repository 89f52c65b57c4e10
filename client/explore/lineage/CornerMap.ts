/** The whole picture small in a corner of its box, with the part that is in view; on wide screens only. */
import type { Frame, Size, Viewport } from "./viewport.ts";

const namespace = "http://www.w3.org/2000/svg";
const wideScreen = "(min-width: 992px)";
/** The most that the small picture takes, in pixels. */
const most: Size = { width: 150, height: 220 };

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Creates an SVG element with attributes. */
function create<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Returns the boxes of all names in a picture, in px at scale 1. */
function boxesIn(picture: SVGSVGElement): readonly Box[] {
  return [...picture.querySelectorAll("[transform] > rect")].map((rect) => {
    const place = rect.parentElement?.getAttribute("transform") ?? "";
    const [x = 0, y = 0] = (place.match(/-?[\d.]+/g) ?? []).map(Number);
    const [width = 0, height = 0] = ["width", "height"].map((name) =>
      Number(rect.getAttribute(name)),
    );
    return { x, y, width, height };
  });
}

/**
 * Returns the part of the picture that its box shows, in px at scale 1; it is empty, never negative,
 * where the picture was moved out of the box.
 */
export function partInView({ x, y, scale }: Viewport, { picture, box }: Frame): Box {
  const left = Math.max(0, -x / scale);
  const top = Math.max(0, -y / scale);
  return {
    x: left,
    y: top,
    width: Math.max(0, Math.min(picture.width, (box.width - x) / scale) - left),
    height: Math.max(0, Math.min(picture.height, (box.height - y) / scale) - top),
  };
}

/** Small copy of a picture in a corner of its box, with a frame around the part in view. */
export class CornerMap {
  readonly #root: SVGSVGElement;
  readonly #part = create("rect", { class: "corner-part" });

  /**
   * Adds the map to the explorer; `onPress` is called with the pressed place of the picture, in px
   * at scale 1, also while the pointer is dragged.
   */
  constructor(
    explorer: HTMLElement,
    { picture, size }: { readonly picture: SVGSVGElement; readonly size: Size },
    onPress: (place: { readonly x: number; readonly y: number }) => void,
  ) {
    const scale = Math.min(most.width / size.width, most.height / size.height);
    this.#root = create("svg", {
      class: "corner-map",
      viewBox: `0 0 ${size.width} ${size.height}`,
      width: Math.round(size.width * scale),
      height: Math.round(size.height * scale),
      "aria-hidden": "true",
    });
    const names = boxesIn(picture).map(
      ({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`,
    );
    this.#root.append(create("path", { d: names.join("") }), this.#part);
    const press = (event: PointerEvent) => {
      if (event.buttons !== 1) return;
      const { left, top, width, height } = this.#root.getBoundingClientRect();
      onPress({
        x: ((event.clientX - left) / width) * size.width,
        y: ((event.clientY - top) / height) * size.height,
      });
    };
    this.#root.addEventListener("pointerdown", press);
    this.#root.addEventListener("pointermove", press);
    explorer.append(this.#root);
  }

  /** Marks the part in view; the map is hidden while the whole picture is in view. */
  show(view: Viewport, frame: Frame): void {
    const part = partInView(view, frame);
    for (const [name, value] of Object.entries(part)) this.#part.setAttribute(name, String(value));
    const { width, height } = frame.picture;
    const isWhole = part.width >= width && part.height >= height;
    this.#root.toggleAttribute("data-whole", isWhole);
  }

  /** Removes the map. */
  remove(): void {
    this.#root.remove();
  }
}

/** Returns whether the screen is wide enough for the map. */
export function hasRoom(): boolean {
  return typeof matchMedia === "function" && matchMedia(wideScreen).matches;
}
