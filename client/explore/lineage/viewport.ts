/** Position and scale of a picture in its box; all lengths in CSS pixels. */

export interface Viewport {
  /** Where the picture's left upper corner lies in the box. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of the picture at scale 1. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Frame {
  readonly picture: Size;
  readonly box: Size;
}

const margin = 16;
const mostScale = 3;
/** The smallest scale at which names can be read; a picture opens no smaller. */
const readableScale = 0.8;

/**
 * Returns the scale at which the whole picture is visible with a margin, at most 1 and at least
 * 0.05.
 */
function wholeScale({ picture, box }: Frame): number {
  const across = (box.width - 2 * margin) / picture.width;
  const down = (box.height - 2 * margin) / picture.height;
  return Math.max(0.05, Math.min(1, across, down));
}

/**
 * Returns the position of a picture along one axis, in px: centred if it is shorter than the room,
 * else corrected so that there is at most a margin at either end.
 */
function clampedAlong(position: number, length: number, room: number): number {
  if (length + 2 * margin <= room) return (room - length) / 2;
  return Math.min(margin, Math.max(room - length - margin, position));
}

/**
 * Returns the view corrected so that the picture stays in its box: centred where it is smaller,
 * without a gap where it is larger.
 */
export function clamped({ x, y, scale }: Viewport, { picture, box }: Frame): Viewport {
  return {
    x: clampedAlong(x, picture.width * scale, box.width),
    y: clampedAlong(y, picture.height * scale, box.height),
    scale,
  };
}

/** Returns the view of the whole picture. */
export function whole(frame: Frame): Viewport {
  return clamped({ x: 0, y: 0, scale: wholeScale(frame) }, frame);
}

/**
 * Returns the first view: the beginning of the picture, as wide as the box if names stay readable.
 */
export function opened(frame: Frame): Viewport {
  const across = (frame.box.width - 2 * margin) / frame.picture.width;
  const scale = Math.min(1, Math.max(readableScale, across));
  return clamped({ x: margin, y: margin, scale }, frame);
}

/**
 * Returns the view moved by x px to the right and y px down, corrected so that the picture stays in
 * its box.
 */
export function moved(view: Viewport, x: number, y: number, frame: Frame): Viewport {
  return clamped({ ...view, x: view.x + x, y: view.y + y }, frame);
}

/**
 * Returns the view scaled by a factor about the point `at` of the box, which keeps its place in the
 * picture; the scale stays between that of the whole picture and 3.
 */
export function zoomed(
  view: Viewport,
  factor: number,
  at: { readonly x: number; readonly y: number },
  frame: Frame,
): Viewport {
  const scale = Math.min(mostScale, Math.max(wholeScale(frame), view.scale * factor));
  const ratio = scale / view.scale;
  return clamped(
    { x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio, scale },
    frame,
  );
}

/** Returns whether an area of the picture is wholly in view. */
function isWithin(view: Viewport, area: Area, { box }: Frame): boolean {
  const left = view.x + area.x * view.scale;
  const top = view.y + area.y * view.scale;
  const right = left + area.width * view.scale;
  const bottom = top + area.height * view.scale;
  return left >= 0 && top >= 0 && right <= box.width && bottom <= box.height;
}

/**
 * Returns the view with an area in the middle of the box, or as near to it as leaves no gap beyond
 * the picture's ends, at a scale at which names are readable.
 */
export function centred(view: Viewport, area: Area, frame: Frame): Viewport {
  const { box } = frame;
  const scale = Math.max(readableScale, view.scale);
  return clamped(
    {
      x: box.width / 2 - (area.x + area.width / 2) * scale,
      y: box.height / 2 - (area.y + area.height / 2) * scale,
      scale,
    },
    frame,
  );
}

/** Returns the same view if an area is wholly in view, else one that has it in the middle. */
export function revealed(view: Viewport, area: Area, frame: Frame): Viewport {
  return isWithin(view, area, frame) ? view : centred(view, area, frame);
}
