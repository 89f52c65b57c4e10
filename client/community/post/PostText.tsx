/** A post's text in its own language; it links to the post, "read more" expands it. */
import { useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { pathFor } from "../../language/paths.ts";
import type { PostView } from "../../wire/types.generated.ts";
import { previewOf } from "./preview.ts";

export function PostText({ post }: { readonly post: PostView }) {
  const { language, t } = usePage();
  const [isOpen, setOpen] = useState(false);
  const { text, isCut } = previewOf(post.content);
  const href = pathFor("post", language, { id: String(post.id) });
  return (
    <div className="post-text">
      <p lang={post.language} dir="auto">
        {/* The time above is the same link: the keyboard need not stop twice. */}
        <a href={href} tabIndex={-1} draggable={false}>
          {isOpen ? post.content : text}
        </a>
      </p>
      {isCut && !isOpen && (
        <a
          className="post-text-more"
          href={href}
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          {t("post.readMore")}
        </a>
      )}
    </div>
  );
}
