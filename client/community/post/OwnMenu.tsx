/** The menu of an own post: its code and words come once the page stands; its place is kept. */
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import type { PostMenuProps } from "./PostMenu.tsx";

export function OwnMenu(props: PostMenuProps) {
  const { store, language } = usePage();
  const [Menu, setMenu] = useState<ComponentType<PostMenuProps>>();
  const load = useEffectEvent(async () => {
    const [{ PostMenu }] = await Promise.all([
      import("./PostMenu.tsx"),
      store.addWords(language, "postDetail"),
    ]);
    setMenu(() => PostMenu);
  });
  useEffect(() => {
    // Where it does not arrive, everything but the menu is there.
    load().catch(() => undefined);
  }, []);
  return Menu ? <Menu {...props} /> : <span className="post-menu-place" />;
}
