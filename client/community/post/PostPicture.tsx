/** One picture of a post in a fitting size, with reserved space, a blurred placeholder and its description on failure. */
import { writtenIn } from "../../contracts/language.ts";
import type { PostImageView } from "../../wire/types.generated.ts";

interface PostPictureProps {
  readonly image: PostImageView;
  /** Display width. */
  readonly sizes: string;
  readonly isEager?: boolean;
}

/** Renders an image in the best format and size, with a blurred placeholder until it is loaded. */
export function PostPicture({ image, sizes, isEager = false }: PostPictureProps) {
  const { url, width, height, placeholder, alt, sources, srcset } = image;
  return (
    <picture>
      {sources.map(({ type, srcset: widths }) => (
        <source key={type} type={type} srcSet={widths} sizes={sizes} />
      ))}
      <img
        src={url}
        srcSet={srcset || undefined}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt ?? ""}
        lang={writtenIn(alt ?? "")}
        loading={isEager ? "eager" : "lazy"}
        decoding="async"
        style={{ backgroundImage: `url("${placeholder}")` }}
        onError={(event) => event.currentTarget.removeAttribute("style")}
      />
    </picture>
  );
}
