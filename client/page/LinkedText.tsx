/** A member's text; addresses and mentions in it are links. */
import { Fragment, type ReactNode } from "react";
import { partsWithMentions } from "../language/links.ts";
import type { MentionView } from "../wire/types.generated.ts";
import { PageLink } from "./PageLink.tsx";

interface LinkedTextProps {
  readonly text: string;
  readonly mentions?: readonly MentionView[] | undefined;
  /** Renders the text between addresses and mentions; by default it is shown unchanged. */
  readonly words?: (words: string) => ReactNode;
}

/**
 * Renders a text with links for web addresses and mentions; search engines neither follow nor count
 * the addresses.
 */
export function LinkedText({ text, mentions = [], words = (plain) => plain }: LinkedTextProps) {
  return partsWithMentions(text, mentions).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same part may occur twice in a text.
    <Fragment key={at}>
      {part.member ? (
        <PageLink to="member" params={{ id: part.member }}>
          <bdi>{part.text}</bdi>
        </PageLink>
      ) : part.isAddress ? (
        <a href={part.text} rel="nofollow ugc noopener">
          {part.text}
        </a>
      ) : (
        words(part.text)
      )}
    </Fragment>
  ));
}
