/** The draft of a page: created once, restored from this browser, updated by other tabs. */
import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { useSession } from "../../accounts/sessions/useSession.ts";
import { removeUpload, uploadPicture } from "./actions.ts";
import { Composition, type Shown, type Start } from "./Composition.ts";
import { previewOf, shrunken } from "./pictures/pictureCanvas.ts";

/** `form` is read for text typed before hydration. */
export function useComposition(
  start: Start,
  form: RefObject<HTMLFormElement | null>,
): readonly [Composition, Shown] {
  const open = useSession();
  const [composition] = useState(
    () =>
      new Composition(start, {
        send: async (sending) => uploadPicture(await open(), sending),
        // The host removes uploads that nobody discarded.
        dispose: (id) =>
          void open()
            .then((session) => removeUpload(session, id))
            .catch(() => {}),
        preview: previewOf,
        shrink: shrunken,
        newKey: () => crypto.randomUUID(),
        now: () => Date.now(),
      }),
  );
  const [place] = useState(start.place);
  useEffect(() => {
    const early = form.current && new FormData(form.current).get("content");
    composition.restore(typeof early === "string" ? early : "");
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === place) composition.hear(newValue);
    };
    addEventListener("storage", hear);
    return () => {
      removeEventListener("storage", hear);
      composition.close();
    };
  }, [composition, place, form]);
  const shown = useSyncExternalStore(composition.subscribe, composition.shown, composition.shown);
  return [composition, shown];
}
