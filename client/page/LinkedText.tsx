/** A member's text; the addresses in it are links. */
import { Fragment, type ReactNode } from "react";
import { textParts } from "../language/links.ts";

interface LinkedTextProps {
  readonly text: string;
  /** Renders the text between addresses; by default it is shown unchanged. */
  readonly words?: (words: string) => ReactNode;
}

/** Shows text whose web addresses are links, which search engines neither follow nor count. */
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
