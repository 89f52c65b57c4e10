/** Pictures of a card: one large, or a grid of up to four; each opens the viewer, without scripts the file. */
import { type ComponentType, type MouseEvent, useState } from "react";
import { cardImages } from "../../contracts/limits.generated.ts";
import { usePage } from "../../page/PageContext.ts";
import type { PostImageView } from "../../wire/types.generated.ts";
import type { ImageViewerProps } from "./ImageViewer.tsx";
import { namedBy } from "./namedBy.ts";
import { PostPicture } from "./PostPicture.tsx";
import "./CardImages.css";

const columnsOf: Readonly<Record<number, number>> = { 1: 1, 3: 3 };

/**
 * Returns the exact width of an image in CSS, so that no phone fetches the next larger file for a
 * few pixels.
 */
function sizesFor(columns: number): string {
  const wide = Math.round(630 / columns);
  return `(min-width: 960px) ${wide}px, calc((92vw - 40px) / ${columns})`;
}

/**
 * Returns the full-screen viewer while it is open, and functions that open and close it; its code
 * is loaded when it is first opened.
 */
function useViewer() {
  const [Viewer, setViewer] = useState<ComponentType<ImageViewerProps>>();
  const [at, setAt] = useState<number>();
  /**
   * Loads the viewer and opens it at a picture; without its code the browser opens the file `href`.
   */
  const open = async (index: number, href: string) => {
    try {
      const { ImageViewer } = await import("./ImageViewer.tsx");
      setViewer(() => ImageViewer);
      setAt(index);
    } catch {
      location.assign(href);
    }
  };
  return {
    Viewer: at === undefined ? undefined : Viewer,
    at: at ?? 0,
    open,
    close: () => setAt(undefined),
  };
}

interface CardImagesProps {
  /** The id of the post's heading. */
  readonly heading: string;
  readonly images: readonly PostImageView[];
  readonly isFirst: boolean;
}

/** Renders a card's first images in columns; a press opens the viewer. */
export function CardImages({ images, heading, isFirst }: CardImagesProps) {
  const { t } = usePage();
  const viewer = useViewer();
  const shown = images.slice(0, cardImages);
  const columns = columnsOf[shown.length] ?? 2;
  const more = images.length - shown.length;
  /** Opens the viewer, unless the press opens another tab. */
  const press = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void viewer.open(index, event.currentTarget.href);
  };
  return (
    <ul className="card-images" data-columns={columns} aria-label={t("post.photos")}>
      {shown.map((image, index) => (
        <li key={image.id}>
          <a
            href={image.url}
            {...namedBy(`${heading}-photo-${index + 1}`, heading)}
            style={columns === 1 ? { aspectRatio: `${image.width} / ${image.height}` } : undefined}
            onClick={(event) => press(event, index)}
          >
            <PostPicture image={image} sizes={sizesFor(columns)} isEager={isFirst} />
            {more > 0 && index === shown.length - 1 && <b className="card-images-more">+{more}</b>}{" "}
            <span className="visually-hidden">
              {t("post.openPhoto", { number: index + 1, count: images.length })}
            </span>
          </a>
        </li>
      ))}
      {viewer.Viewer && <viewer.Viewer images={images} first={viewer.at} onClose={viewer.close} />}
    </ul>
  );
}
