/** Takes the files that an author chose, dropped or pasted, and tells when some of them can't come along. */
import { postImages } from "../../../contracts/limits.ts";
import { usePage } from "../../../page/PageContext.ts";
import { useNotify } from "../../../page/useNotify.ts";
import type { PictureTray } from "./PictureTray.ts";

export function useFiles(tray: PictureTray): (files: readonly File[]) => void {
  const { t } = usePage();
  const { alert } = useNotify();
  return (files) => {
    if (files.length === 0) return;
    const { hasOthers, isTooMany } = tray.add(files);
    if (hasOthers) alert(t("upload.unsupportedType"));
    if (isTooMany) alert(t("createPost.errors.imageCountError", { most: postImages }));
  };
}
