/** Confirmation dialog whose code is fetched on first use. */
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { usePage } from "../page/PageContext.ts";
import { useNotify } from "../page/useNotify.ts";
import type { ConfirmDeleteProps } from "./ConfirmDelete.tsx";

/** The message of the last failure in this tab, which outlasts the component. */
class LastFailure {
  remove = () => {};
}

/**
 * Loads the confirmation dialog after the first render and shows it; closes with a message if it
 * cannot be loaded.
 */
export function ConfirmLater(props: ConfirmDeleteProps) {
  const { store, t } = usePage();
  const { alert } = useNotify();
  const last = store.singleton(LastFailure);
  const [Shown, setShown] = useState<ComponentType<ConfirmDeleteProps>>();
  const load = useEffectEvent(async () => {
    last.remove();
    try {
      const { ConfirmDelete } = await import("./ConfirmDelete.tsx");
      setShown(() => ConfirmDelete);
    } catch {
      last.remove = alert(t("app.networkError"));
      props.onClose();
    }
  });
  useEffect(() => void load(), []);
  return Shown ? <Shown {...props} /> : null;
}
