/** The pictures of a post: chosen, dropped or pasted, with progress, order and descriptions. */
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { postImageBytes, postImages } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import { Button } from "../../../ui/Button.tsx";
import { LargeFiles } from "./LargeFiles.tsx";
import { refusalOf, type RefusedText } from "../refusedText.ts";
import { PictureRow, useFocusAfter } from "./PictureRow.tsx";
import type { PictureTray, Announcement } from "./PictureTray.ts";
import { type Pictures, roomFor } from "./pictures.ts";
import "./ImageField.css";

interface ImageFieldProps {
  readonly pictures: Pictures;
  readonly refused: RefusedText | undefined;
  readonly large: readonly File[];
  readonly announcement: Announcement | null;
  readonly tray: PictureTray;
  /** Accepts files from any source and reports what is wrong with them. */
  readonly onFiles: (files: readonly File[]) => void;
}

const megabyte = 1024 * 1024;

/** Returns what screen readers announce about the last change of the pictures. */
function useAnnouncement(announcement: Announcement | null): string {
  const { t } = usePage();
  if (announcement === null) return "";
  const { what, position, count } = announcement;
  const key = what === "stored" && count === 0 ? "storedAll" : what;
  return t(`createPost.pictures.said.${key}`, { position, count });
}

/**
 * Returns whether files are dragged over the field, and handlers for files that are dropped; a
 * dragged picture is handled by its row.
 */
function useDrop(onFiles: ImageFieldProps["onFiles"]) {
  const [isOver, setOver] = useState(false);
  /** Returns whether files are dragged. */
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

/** Renders the pictures of a post, to add by button, drop or paste, to sort and to describe. */
export function ImageField(props: ImageFieldProps) {
  const { pictures, refused, large, announcement, tray, onFiles } = props;
  const { t } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const focusAfter = useFocusAfter(box);
  const { isOver, handlers } = useDrop(onFiles);
  const spoken = useAnnouncement(announcement);
  /** Hands the chosen files to `onFiles`. */
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Emptied, so that the same file can be chosen again.
    event.target.value = "";
    onFiles(files);
  };
  return (
    <fieldset ref={box} className="image-field" data-over={isOver} {...handlers}>
      <legend className="visually-hidden">{t("createPost.pictures.heading")}</legend>
      <p className="quiet">
        {t("createPost.pictures.lead", { count: postImages, most: postImageBytes / megabyte })}
      </p>
      {pictures.length > 0 && (
        <p id="pictures-hint" className="quiet">
          {t("createPost.pictures.altHint")}
        </p>
      )}
      <ol className="image-field-list" aria-label={t("createPost.pictures.list")}>
        {pictures.map((picture, at) => (
          <PictureRow
            key={picture.key}
            picture={picture}
            problem={refusalOf(refused, picture.key, picture.alt)}
            position={at + 1}
            count={pictures.length}
            tray={tray}
            focusAfter={focusAfter}
          />
        ))}
      </ol>
      <LargeFiles files={large} tray={tray} isFull={roomFor(pictures) === 0} />
      <input ref={input} type="file" hidden accept="image/*" multiple onChange={pick} />
      <p className="image-field-add">
        <Button
          kind="quiet"
          onPress={() => input.current?.click()}
          disabled={roomFor(pictures) === 0}
        >
          {t("createPost.pictures.add")}
        </Button>
        <span className="image-field-count">
          {t("createPost.pictures.count", { count: pictures.length, most: postImages })}
        </span>
        <span className="quiet image-field-drop">{t("createPost.pictures.drop")}</span>
      </p>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
    </fieldset>
  );
}
