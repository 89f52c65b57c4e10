/** A post's pictures in full, each opening in a new tab; their space is reserved. */
import { usePage } from "../../page/PageContext.ts";
import type { PostImageView } from "../../wire/types.generated.ts";
import { PostPicture } from "../post/PostPicture.tsx";
import "./PostImages.css";

interface PostImagesProps {
  readonly images: readonly PostImageView[];
}

/**
 * Returns the widths at which an image is displayed, in CSS, from which the browser chooses a file;
 * `count` is the number of images.
 */
function sizesFor(count: number): string {
  return count === 1 ? "(max-width: 719px) 94vw, 680px" : "(max-width: 719px) 47vw, 340px";
}

/** Renders the images of a post; each opens in full size in another tab. */
export function PostImages({ images }: PostImagesProps) {
  const { t } = usePage();
  const count = images.length;
  if (count === 0) return null;
  return (
    <ul className="post-images" data-count={count} aria-label={t("postDetail.images")}>
      {images.map((image, index) => (
        <li key={image.id}>
          <a href={image.url} target="_blank" rel="noopener">
            <PostPicture image={image} sizes={sizesFor(count)} isEager={index === 0} />{" "}
            <span className="visually-hidden">
              {t("postDetail.openImage", { number: index + 1, count })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
