/** Menu of an own post: code and messages are fetched later, its space is reserved. */
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import type { PostMenuProps } from "./PostMenu.tsx";

/**
 * Renders the menu of an own post, which is loaded after the page, and until then an empty place of
 * its size.
 */
export function OwnMenu(props: PostMenuProps) {
  const { store, language } = usePage();
  const [Menu, setMenu] = useState<ComponentType<PostMenuProps>>();
  const load = useEffectEvent(async () => {
    const [{ PostMenu }] = await Promise.all([
      import("./PostMenu.tsx"),
      store.addMessages(language, "postDetail"),
    ]);
    setMenu(() => PostMenu);
  });
  useEffect(() => {
    // Without it everything but the menu works.
    load().catch(() => undefined);
  }, []);
  return Menu ? <Menu {...props} /> : <span className="post-menu-place" />;
}
