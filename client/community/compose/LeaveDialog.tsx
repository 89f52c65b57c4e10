/** Dialog on leaving a draft; loaded once the draft is changed. */
import { usePage } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

export interface LeaveDialogProps {
  readonly onStay: () => void;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Renders the dialog on leaving a draft: keep it, discard it, or continue. */
export function LeaveDialog({ onStay, onKeep, onDiscard }: LeaveDialogProps) {
  const { t } = usePage();
  return (
    <Dialog title={t("createPost.leave.title")} role="alertdialog" onClose={onStay}>
      <p>{t("createPost.leave.body")}</p>
      <p className="dialog-actions">
        <Button onPress={onStay}>{t("createPost.leave.stay")}</Button>
        <Button kind="quiet" onPress={onKeep}>
          {t("createPost.leave.keep")}
        </Button>
        <Button kind="danger" onPress={onDiscard}>
          {t("createPost.leave.discard")}
        </Button>
      </p>
    </Dialog>
  );
}
