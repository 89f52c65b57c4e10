/** Visible link to the Atom feed of what a page lists. */
import { usePage } from "./PageContext.ts";

interface FeedLinkProps {
  /** Path between `/feeds/` and `.atom`; empty for the feed of the site. */
  readonly feed: string;
}

/** Renders a link to an Atom feed; without a path to the feed of all posts. */
export function FeedLink({ feed }: FeedLinkProps) {
  const { language, t } = usePage();
  const path = feed ? `feeds/${feed}` : "feed";
  return (
    <p className="quiet">
      <a href={`${language === "ja" ? "/ja" : ""}/${path}.atom`} type="application/atom+xml">
        {t("app.feed")}
      </a>
    </p>
  );
}
