/** Full-screen viewer: arrows and swipes change the picture, a click or Escape closes it. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { usePage } from "../../page/PageContext.ts";
import type { PostImageView } from "../../wire/types.generated.ts";
import { PostPicture } from "./PostPicture.tsx";
import "./ImageViewer.css";

export interface ImageViewerProps {
  readonly images: readonly PostImageView[];
  /** Index of the first picture. */
  readonly first: number;
  readonly onClose: () => void;
}

const swipePixels = 40;
const stepOfKey: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Returns a ref for a dialog, which is open while it is rendered; the browser keeps the focus
 * inside and restores it.
 */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}

/**
 * Returns handlers that call `turn` after a horizontal swipe of 40 px, with -1 for one to the right
 * (the previous picture) and 1 for one to the left, and `hasSwiped`, which tells a swipe from a
 * click.
 */
function useSwipe(turn: (step: number) => void) {
  const from = useRef<number>(undefined);
  const swiped = useRef(false);
  return {
    hasSwiped: () => swiped.current,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        from.current = event.clientX;
        swiped.current = false;
      },
      onPointerUp: (event: PointerEvent) => {
        const way = event.clientX - (from.current ?? event.clientX);
        from.current = undefined;
        if (Math.abs(way) < swipePixels) return;
        swiped.current = true;
        turn(way > 0 ? -1 : 1);
      },
    },
  };
}

interface TurnProps {
  readonly label: string;
  readonly sign: string;
  readonly side: "previous" | "next";
  readonly onTurn: () => void;
}

/** Renders the button to the next or previous picture. */
function Turn({ label, sign, side, onTurn }: TurnProps) {
  return (
    <button
      type="button"
      className={`image-viewer-button image-viewer-${side}`}
      aria-label={label}
      onClick={onTurn}
    >
      {sign}
    </button>
  );
}

/** Renders a post's images in full size, to turn by keys, buttons or swipes. */
export function ImageViewer({ images, first, onClose }: ImageViewerProps) {
  const { t } = usePage();
  const dialog = useModal();
  const [at, setAt] = useState(first);
  const count = images.length;
  /** Shows the picture `step` places further, around the ends. */
  const turn = (step: number) => setAt((at + step + count) % count);
  const swipe = useSwipe(turn);
  const image = images[at];
  if (image === undefined) return null;
  const label = t("post.viewer.label", { number: at + 1, count });
  /** Closes the viewer on a click that is neither on a button nor a swipe. */
  const close = (event: MouseEvent) => {
    const isButton = event.target instanceof Element && event.target.closest("button") !== null;
    if (!isButton && !swipe.hasSwiped()) onClose();
  };
  /** Turns by the arrow keys. */
  const press = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    if (step !== undefined && count > 1) turn(step);
  };

  return (
    <dialog
      ref={dialog}
      className="image-viewer"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={close}
      onKeyDown={press}
      {...swipe.handlers}
    >
      <figure>
        <PostPicture key={image.id} image={image} sizes="100vw" isEager />
        <figcaption aria-live="polite">
          {count > 1 && <span>{label}</span>} {image.alt}
        </figcaption>
      </figure>
      <button type="button" className="image-viewer-button image-viewer-close" onClick={onClose}>
        <span aria-hidden="true">×</span>
        <span className="visually-hidden">{t("app.close")}</span>
      </button>
      {count > 1 && (
        <>
          <Turn
            label={t("post.viewer.previous")}
            sign="‹"
            side="previous"
            onTurn={() => turn(-1)}
          />
          <Turn label={t("post.viewer.next")} sign="›" side="next" onTurn={() => turn(1)} />
        </>
      )}
    </dialog>
  );
}
