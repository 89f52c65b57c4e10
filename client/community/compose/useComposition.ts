/** The draft of a page: created once, restored from this browser, updated by other tabs. */
import { type RefObject, useEffect, useState, useSyncExternalStore } from "react";
import { useSession } from "../../accounts/sessions/useSession.ts";
import { usePage } from "../../page/PageContext.ts";
import { newKey } from "../../wire/newKey.ts";
import { Composition } from "./Composition.ts";
import { changedIn } from "./draft.ts";
import type { CompositionState, InitialPost } from "./compositionState.ts";

/** Loads the code of the requests. */
const requests = () => import("./actions.ts");

/**
 * Takes over the draft that another tab stored; after its removal, also the edited post (`id`): the
 * other tab may have saved its changes. On a failure the host refuses to overwrite them.
 */
function takeOver(composition: Composition, text: string | null, id: number | undefined): void {
  composition.onStorageChange(text);
  if (text !== null || id === undefined) return;
  requests()
    .then(({ beginAgain }) => beginAgain(composition, id))
    .catch(() => {});
}

/** Loads the code that draws pictures. */
const canvas = () => import("./pictures/pictureCanvas.ts");

/**
 * Returns the composition of the form and its state. It restores a stored draft, takes over changes
 * by other tabs, and what was typed or chosen in `form` before hydration. `editedId` is the id of the
 * post that is edited.
 */
export function useComposition(
  start: InitialPost,
  form: RefObject<HTMLFormElement | null>,
  editedId?: number,
): readonly [Composition, CompositionState] {
  const open = useSession();
  const { store, language } = usePage();
  const [composition] = useState(
    () =>
      new Composition(start, {
        /** Loads the code of the requests and uploads a picture. */
        send: async (sending) => {
          const [session, { uploadPicture }] = await Promise.all([
            open(),
            requests(),
            // The reasons for which the host refuses a picture.
            store.addMessages(language, "upload"),
          ]);
          return uploadPicture(session, sending);
        },
        // The host removes unused uploads anyway.
        /** Asks the host to discard an upload. */
        dispose: (id) =>
          void Promise.all([open(), requests()])
            .then(([session, { removeUpload }]) => removeUpload(session, id))
            .catch(() => {}),
        preview: async (file) => (await canvas()).previewOf(file),
        shrink: async (file) => (await canvas()).shrinkPicture(file),
        newKey,
        now: () => Date.now(),
      }),
  );
  const [storageKey] = useState(start.storageKey);
  useEffect(() => {
    const early = form.current && changedIn(new FormData(form.current), composition.state().draft);
    composition.restore(early ?? {});
    /** Takes over a draft that another tab stored. */
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === storageKey) takeOver(composition, newValue, editedId);
    };
    addEventListener("storage", onStorage);
    return () => {
      removeEventListener("storage", onStorage);
      composition.close();
    };
  }, [composition, storageKey, form, editedId]);
  const shown = useSyncExternalStore(composition.subscribe, composition.state, composition.state);
  return [composition, shown];
}
