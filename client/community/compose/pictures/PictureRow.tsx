/** One picture of a post: thumbnail, position, progress and description. */
import {
  type DragEvent,
  useId,
  useState,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from "react";
import { usePage } from "../../../page/PageContext.ts";
import type { PictureTray } from "./PictureTray.ts";
import { isPending, type Picture, type UnstoredPicture } from "./pictures.ts";
import { useNotify } from "../../../page/useNotify.ts";
import { Refusal } from "../../../wire/refusal.ts";
import "./PictureRow.css";

interface PictureRowProps {
  readonly picture: Picture;
  /** Why the host refused the present description. */
  readonly problem: string | undefined;
  /** Position, counted from one. */
  readonly position: number;
  readonly count: number;
  readonly tray: PictureTray;
  readonly focusAfter: FocusAfter;
}

const dragged = "application/x-post-picture";

/**
 * Returns whether a picture is dragged over this one, and handlers that move the dropped picture to
 * this position.
 */
function useRowDrop({ picture, position, tray }: PictureRowProps) {
  const [isOver, setOver] = useState(false);
  /** Returns whether a picture of the list is dragged. */
  const isPicture = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragged);
  return {
    "data-over": isOver,
    onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(dragged, picture.key),
    onDragOver: (event: DragEvent) => {
      if (!isPicture(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!isPicture(event)) return;
      event.preventDefault();
      tray.move(event.dataTransfer.getData(dragged), position - 1);
    },
  };
}

/** Renders the buttons that move a picture; the focus stays on them. */
function MoveButtons({ picture, position, count, tray, focusAfter }: PictureRowProps) {
  const { t } = usePage();
  const row = `[data-picture="${picture.key}"]`;
  /** Moves the picture by one place, and the focus back to its button. */
  const move = (way: "earlier" | "later") => {
    const other = way === "earlier" ? "later" : "earlier";
    const button = (name: string) => `${row} [data-way="${name}"]:enabled`;
    focusAfter(button(way), button(other));
    tray.move(picture.key, way === "earlier" ? position - 2 : position);
  };
  return (
    <>
      <button
        type="button"
        className="picture-row-move"
        data-way="earlier"
        aria-label={t("createPost.pictures.earlier", { position })}
        disabled={position === 1}
        onClick={() => move("earlier")}
      >
        ↑
      </button>
      <button
        type="button"
        className="picture-row-move"
        data-way="later"
        aria-label={t("createPost.pictures.later", { position })}
        disabled={position === count}
        onClick={() => move("later")}
      >
        ↓
      </button>
    </>
  );
}

/** Renders all buttons of a picture: move, remove, or stop its upload. */
function RowActions(props: PictureRowProps) {
  const { picture, position, tray, focusAfter } = props;
  const { t } = usePage();
  const stops = isPending(picture) ? "stop" : "remove";
  /** Removes the picture and moves the focus. */
  const remove = () => {
    // After a removal the focus moves to the next picture's button, at the end to the previous one's.
    const at = (row: number) => `li:nth-child(${row}) [data-way="remove"]`;
    focusAfter(at(position), at(position - 1), ".image-field-add button");
    tray.remove(picture.key);
  };
  return (
    <p className="picture-row-actions">
      <MoveButtons {...props} />
      {picture.state === "failed" && (
        <button
          type="button"
          className="text-button"
          data-way="retry"
          aria-label={t("createPost.pictures.retryNamed", { position })}
          onClick={() => {
            focusAfter(`[data-picture="${picture.key}"] [data-way="remove"]`);
            tray.retry(picture.key);
          }}
        >
          {t("createPost.pictures.retry")}
        </button>
      )}
      <button
        type="button"
        className="text-button"
        data-way="remove"
        aria-label={t(`createPost.pictures.${stops}Named`, { position })}
        onClick={remove}
      >
        {t(`createPost.pictures.${stops}`)}
      </button>
    </p>
  );
}

/** Renders a picture with its progress, its alternative text, and buttons to move or remove it. */
export function PictureRow(props: PictureRowProps) {
  const { picture, problem, position, count, tray } = props;
  const { t } = usePage();
  const id = useId();
  return (
    <li className="picture-row" data-picture={picture.key} {...useRowDrop(props)}>
      <div className="picture-row-thumbnail" draggable={count > 1}>
        <Thumbnail picture={picture} />
        <span className="picture-row-number" aria-hidden="true">
          {position}
        </span>
      </div>
      <div className="picture-row-words">
        {picture.state !== "stored" && <PictureProgress picture={picture} />}
        <label htmlFor={id}>{t("createPost.pictures.alt")}</label>
        <input
          id={id}
          type="text"
          value={picture.alt}
          autoComplete="off"
          aria-invalid={Boolean(problem)}
          aria-describedby={`pictures-hint ${id}-problem`}
          onChange={(event) => tray.describe(picture.key, event.target.value)}
        />
        {problem && (
          <p id={`${id}-problem`} className="text-field-problem">
            {problem}
          </p>
        )}
        <RowActions {...props} />
      </div>
    </li>
  );
}

const shownWidth = "(max-width: 479px) 96px, 128px";

/**
 * Renders the thumbnail of a picture with an empty alternative text, because the field beside it
 * holds the description.
 */
function Thumbnail({ picture }: { readonly picture: Picture }) {
  const [isBroken, setBroken] = useState(false);
  if (picture.preview) return <img src={picture.preview} alt="" draggable={false} />;
  if (picture.state !== "stored" || isBroken) return <span className="picture-row-shape" />;
  const { url, srcset, sources, width, height } = picture.image;
  return (
    <picture>
      {sources.map((source) => (
        <source key={source.type} type={source.type} srcSet={source.srcset} sizes={shownWidth} />
      ))}
      <img
        src={url}
        srcSet={srcset || undefined}
        sizes={shownWidth}
        width={width}
        height={height}
        alt=""
        draggable={false}
        onError={() => setBroken(true)}
      />
    </picture>
  );
}

const megabyte = 1024 * 1024;
/** Writes a number of bytes in megabytes with one decimal. */
const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1);

/**
 * Returns whether an error is the host's refusal of an upload, whose message is shown; other
 * failures get a general one.
 */
function isUploadRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.code.startsWith("upload.");
}

/** Renders the progress of an upload, or why it failed. */
function PictureProgress({ picture }: { readonly picture: UnstoredPicture }) {
  const { t } = usePage();
  const { reason } = useNotify();
  const { state, name, done, bytes, error } = picture;
  if (state === "failed") {
    const why = reason(error);
    return (
      <p className="picture-progress picture-progress-failed">
        {isUploadRefusal(error) ? why : t("createPost.errors.imageFailed", { reason: why })}
      </p>
    );
  }
  const sent = inMegabytes(done * bytes);
  const underWay = done < 1 ? "sending" : "checking";
  return (
    <label className="picture-progress">
      <span className="picture-progress-name">{name}</span>
      <progress value={state === "waiting" ? 0 : done} max={1} />
      <span className="quiet">
        {t(`createPost.pictures.${state === "waiting" ? state : underWay}`, {
          sent,
          total: inMegabytes(bytes),
        })}
      </span>
    </label>
  );
}

/** Selectors of the next focus target, the best first. */
export type FocusAfter = (...selectors: readonly string[]) => void;

/**
 * Returns a function that notes where the focus goes after the next render, and moves it there: to
 * the first element in `box` that a selector finds.
 */
export function useFocusAfter(box: RefObject<HTMLElement | null>): FocusAfter {
  const pendingSelectors = useRef<readonly string[]>([]);
  useEffect(() => {
    const selectors = pendingSelectors.current;
    pendingSelectors.current = [];
    for (const selector of selectors) {
      const target = box.current?.querySelector<HTMLElement>(selector);
      if (!target) continue;
      target.focus();
      return;
    }
  });
  return useCallback((...selectors) => {
    pendingSelectors.current = selectors;
  }, []);
}
