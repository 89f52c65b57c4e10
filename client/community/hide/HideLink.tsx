/** Opens the dialog that mutes or blocks a member; without scripts it leads to the form. */
import { type ComponentType, type MouseEvent, useState } from "react";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import type { HideDialogProps } from "./HideDialog.tsx";

interface HideLinkProps {
  readonly other: string;
  readonly name: string;
  readonly className: string;
}

/**
 * Renders a link to the form that mutes or blocks a member; with scripts a press opens it as a
 * dialog.
 */
export function HideLink({ other, name, className }: HideLinkProps) {
  const { store, language, t } = usePage();
  const [Shown, setShown] = useState<ComponentType<HideDialogProps>>();
  const path = `${pathFor("account", language)}?hide=${other}#hidden`;
  /** Loads the dialog and opens it. */
  const open = async () => {
    try {
      const [{ HideDialog }] = await Promise.all([
        import("./HideDialog.tsx"),
        store.addMessages(language, "site/hidden"),
      ]);
      setShown(() => HideDialog);
    } catch {
      location.assign(path);
    }
  };
  /** Opens the dialog, unless the press opens another tab. */
  const press = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void open();
  };
  return (
    <>
      <a href={path} className={className} rel="nofollow" onClick={press}>
        {t("app.hide")}
      </a>
      {Shown && <Shown other={other} name={name} onClose={() => setShown(undefined)} />}
    </>
  );
}
