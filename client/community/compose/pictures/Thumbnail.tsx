/** A picture, small: as this browser drew it, else as the host keeps it, else the rows of a field. */
import { useState } from "react";
import type { Picture } from "./pictures.ts";

const shownWidth = "(max-width: 479px) 96px, 128px";

/** The words for it stand in the field beside it, so the picture itself says nothing. */
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
