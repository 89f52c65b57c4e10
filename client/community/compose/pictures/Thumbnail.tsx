/** A small picture: drawn by this browser, else from the host, else a placeholder. */
import { useState } from "react";
import type { Picture } from "./pictures.ts";

const shownWidth = "(max-width: 479px) 96px, 128px";

/** The field beside it holds the description, so the picture is decorative. */
export function Thumbnail({ picture }: { readonly picture: Picture }) {
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
