/** Confirmation dialog before something is deleted. */
import { usePage } from "../page/PageContext.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

export interface ConfirmDeleteProps {
  readonly title: string;
  readonly body: string;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/**
 * Renders a dialog that asks before a deletion. It closes first, so that the focus returns before
 * `onYes` deletes.
 */
export function ConfirmDelete({ title, body, onYes, onClose }: ConfirmDeleteProps) {
  const { t } = usePage();
  /** Closes the dialog, then starts the deletion. */
  const agree = () => {
    onClose();
    onYes();
  };
  return (
    <Dialog title={title} role="alertdialog" onClose={onClose}>
      <p>{body}</p>
      <p className="dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {t("postDetail.confirm.no")}
        </Button>
        <Button kind="danger" onPress={agree}>
          {t("postDetail.confirm.yes")}
        </Button>
      </p>
    </Dialog>
  );
}
