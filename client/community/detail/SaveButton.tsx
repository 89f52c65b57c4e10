/** Saves a post for this member alone; its state is loaded after the page, which is the same for every member. */
import { type ComponentType, useEffect, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import type { CollectionDialogProps } from "../collections/CollectionDialog.tsx";
import { useActor } from "../useActor.ts";

/**
 * Renders the button that saves a post for the member alone, and for a saved post the button that
 * chooses its collections.
 */
export function SaveButton({ id }: { readonly id: number }) {
  const { store, language, t } = usePage();
  const { reason } = useNotify();
  const actor = useActor();
  const [wasSaved, setWasSaved] = useState(false);
  // The state since a press; that of the host may arrive later.
  const [wanted, setWanted] = useState<boolean>();
  const isSaved = wanted ?? wasSaved;
  const [isSending, setSending] = useState(false);
  const [Chosen, setDialog] = useState<ComponentType<CollectionDialogProps>>();
  useEffect(() => {
    // A press works without the state: saving twice saves once.
    /** Loads whether the post is saved. */
    const load = async () => setWasSaved(await (await import("../actions.ts")).loadSaved(id));
    load().catch(() => undefined);
  }, [id]);
  /** Saves the post or ends that, shows it at once, and takes it back on failure. */
  const press = async () => {
    if (isSending) return;
    actor.removeReport();
    setSending(true);
    setWanted(!isSaved);
    try {
      const { savePost } = await import("../actions.ts");
      setWanted(await savePost(actor, id, !isSaved));
    } catch (error) {
      setWanted(wanted);
      actor.reportFailure(`${t("postDetail.saveFailed")}\n${reason(error)}`, error);
    }
    setSending(false);
  };
  /** Loads the dialog of collections and shows it. */
  const openDialog = async () => {
    actor.removeReport();
    try {
      const [{ CollectionDialog }] = await Promise.all([
        import("../collections/CollectionDialog.tsx"),
        store.addMessages(language, "members/collections"),
      ]);
      setDialog(() => CollectionDialog);
    } catch (error) {
      actor.reportFailure(reason(error), error);
    }
  };
  /** Closes the dialog; a post that is in a collection is saved. */
  const close = (isCollected: boolean) => {
    setDialog(undefined);
    if (isCollected) setWanted(true);
  };
  return (
    <>
      <button
        type="button"
        className="post-button"
        aria-pressed={isSaved}
        onClick={() => void press()}
      >
        {t("postDetail.save")}
      </button>
      {isSaved && (
        <button
          type="button"
          className="post-button"
          aria-haspopup="dialog"
          onClick={() => void openDialog()}
        >
          {t("postDetail.collect")}
        </button>
      )}
      {Chosen && <Chosen post={id} onClose={close} />}
    </>
  );
}
