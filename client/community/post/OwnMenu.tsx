/** The menu of an own post on a card: its code and words come once the page stands; its place is kept. */
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import type { PostView } from "../../wire/types.generated.ts";

export function OwnMenu({ post }: { readonly post: PostView }) {
  const { store, language } = usePage();
  const [Menu, setMenu] = useState<ComponentType<{ readonly post: PostView }>>();
  const load = useEffectEvent(async () => {
    const [{ PostMenu }] = await Promise.all([
      import("./PostMenu.tsx"),
      store.addWords(language, "postDetail"),
    ]);
    setMenu(() => PostMenu);
  });
  useEffect(() => {
    // Where it does not arrive, the post's own page has it too.
    load().catch(() => undefined);
  }, []);
  return Menu ? <Menu post={post} /> : <span className="post-menu-place" />;
}
