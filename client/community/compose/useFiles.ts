/** Takes the files that an author chose, dropped or pasted, and tells which of them a post can't have. */
import { postImageBytes, postImages } from "../../contracts/limits.ts";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import type { PictureTray } from "./PictureTray.ts";

const megabyte = 1024 * 1024;

export function useFiles(tray: PictureTray): (files: readonly File[]) => void {
  const { t } = usePage();
  const { alert } = useNotify();
  return (files) => {
    if (files.length === 0) return;
    const { hasOthers, isTooMany, large } = tray.add(files);
    if (hasOthers) alert(t("createPost.errors.imageTypeError"));
    if (large.length > 0)
      alert(t("createPost.errors.imageSizeError", { most: postImageBytes / megabyte }));
    if (isTooMany) alert(t("createPost.errors.imageCountError", { most: postImages }));
  };
}
