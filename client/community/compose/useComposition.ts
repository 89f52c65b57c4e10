/** The draft of a page: created once, restored from this browser, updated by other tabs. */
import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { useSession } from "../../accounts/sessions/useSession.ts";
import { Composition, type Shown, type Start } from "./Composition.ts";

const requests = () => import("./actions.ts");
const canvas = () => import("./pictures/pictureCanvas.ts");

/** `form` is read for text typed before hydration. */
export function useComposition(
  start: Start,
  form: RefObject<HTMLFormElement | null>,
): readonly [Composition, Shown] {
  const open = useSession();
  const [composition] = useState(
    () =>
      new Composition(start, {
        send: async (sending) => {
          const [session, { uploadPicture }] = await Promise.all([open(), requests()]);
          return uploadPicture(session, sending);
        },
        // The host removes uploads that nobody discarded.
        dispose: (id) =>
          void Promise.all([open(), requests()])
            .then(([session, { removeUpload }]) => removeUpload(session, id))
            .catch(() => {}),
        preview: async (file) => (await canvas()).previewOf(file),
        shrink: async (file) => (await canvas()).shrunken(file),
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
