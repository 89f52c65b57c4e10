/** Shows "new post created" for five seconds, then removes it from the address. */
import { useReplace } from "../../page/address.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { newPostHighlightMs } from "../../contracts/limits.generated.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { type FeedState, queryOf } from "./feed.ts";

/** The id of the new post, from the address. */
export function newIdOf(query: URLSearchParams): number | undefined {
  const found = /^[1-9]\d{0,14}$/.exec(query.get("new") ?? "");
  return found ? Number(found[0]) : undefined;
}

export function useHighlight(state: FeedState, newId: number | undefined): void {
  const { language } = usePage();
  const go = useReplace();
  const settle = useEffectEvent(() => go(pathFor("community", language) + queryOf(state)));
  useEffect(() => {
    if (newId === undefined) return;
    const timer = setTimeout(() => settle(), newPostHighlightMs);
    return () => clearTimeout(timer);
  }, [newId]);
}

/** The card is highlighted; this region announces it and exists before its text. */
export function NewPost({ newId }: { readonly newId: number | undefined }) {
  const { t } = usePage();
  const [isSaid, setSaid] = useState(false);
  useEffect(() => setSaid(newId !== undefined), [newId]);
  return (
    <p role="status" className="visually-hidden">
      {isSaid && t("post.new")}
    </p>
  );
}
