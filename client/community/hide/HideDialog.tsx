/** Dialog that mutes or blocks a member, and says what each does. */
import { usePage } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { HideForm } from "./HideForm.tsx";

export interface HideDialogProps {
  readonly other: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Renders a dialog that mutes or blocks a member. */
export function HideDialog({ other, name, onClose }: HideDialogProps) {
  const { t } = usePage();
  return (
    <Dialog title={t("hidden.choice.title", { name })} onClose={onClose}>
      <HideForm other={other}>
        <Button kind="quiet" onPress={onClose}>
          {t("hidden.choice.cancel")}
        </Button>
      </HideForm>
    </Dialog>
  );
}
