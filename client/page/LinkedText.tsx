/** A member's text; the addresses in it are links. */
import { Fragment, type ReactNode } from "react";
import { textParts } from "../language/links.ts";

interface LinkedTextProps {
  readonly text: string;
  /** What is shown for the words between addresses; as they are by default. */
  readonly words?: (words: string) => ReactNode;
}

/** Shows text whose web addresses are links, unrated for search engines; `words` wraps the rest. */
export function LinkedText({ text, words = (plain) => plain }: LinkedTextProps) {
  return textParts(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same part may occur twice in a text.
    <Fragment key={at}>
      {part.isAddress ? (
        <a href={part.text} rel="nofollow ugc noopener">
          {part.text}
        </a>
      ) : (
        words(part.text)
      )}
    </Fragment>
  ));
}
