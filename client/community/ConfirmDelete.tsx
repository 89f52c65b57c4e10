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

/** Asks before a deletion; closes first, so that the focus returns before the deletion. */
export function ConfirmDelete({ title, body, onYes, onClose }: ConfirmDeleteProps) {
  const { t } = usePage();
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
