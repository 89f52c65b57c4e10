/** One picture of a post in the size that fits: its place is kept, and a blur stands in it until it comes, its words where it fails. */
import { writtenIn } from "../../contracts/language.ts";
import type { PostImageView } from "../../wire/types.generated.ts";

interface PostPictureProps {
  readonly image: PostImageView;
  /** How wide it stands in the page. */
  readonly sizes: string;
  readonly isEager?: boolean;
}

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
