/** One picture of a post: thumbnail, position, progress and description. */
import { type DragEvent, useId, useState } from "react";
import { imageAltCharacters } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import { PictureProgress } from "./PictureProgress.tsx";
import type { PictureTray } from "./PictureTray.ts";
import { Thumbnail } from "./Thumbnail.tsx";
import { isOnItsWay, type Picture } from "./pictures.ts";
import type { FocusAfter } from "./useFocusAfter.ts";
import "./PictureRow.css";

interface PictureRowProps {
  readonly picture: Picture;
  /** Position, counted from one. */
  readonly position: number;
  readonly count: number;
  readonly tray: PictureTray;
  readonly focusAfter: FocusAfter;
}

const dragged = "application/x-post-picture";

/** A picture dropped on another takes its position. */
function useRowDrop({ picture, position, tray }: PictureRowProps) {
  const [isOver, setOver] = useState(false);
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

function MoveButtons({ picture, position, count, tray, focusAfter }: PictureRowProps) {
  const { t } = usePage();
  const row = `[data-picture="${picture.key}"]`;
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

function RowActions(props: PictureRowProps) {
  const { picture, position, tray, focusAfter } = props;
  const { t } = usePage();
  const stops = isOnItsWay(picture) ? "stop" : "remove";
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

export function PictureRow(props: PictureRowProps) {
  const { picture, position, count, tray } = props;
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
          maxLength={imageAltCharacters}
          autoComplete="off"
          aria-describedby="pictures-hint"
          onChange={(event) => tray.describe(picture.key, event.target.value)}
        />
        <RowActions {...props} />
      </div>
    </li>
  );
}
