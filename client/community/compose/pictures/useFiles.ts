/** Accepts chosen, dropped or pasted files and reports those that are refused. */
import { useEffect, useRef } from "react";
import { postImages } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import { useNotify } from "../../../page/useNotify.ts";
import type { PictureTray } from "./PictureTray.ts";

function takeBack(told: readonly (() => void)[]): void {
  for (const remove of told) remove();
}

export function useFiles(tray: PictureTray, isFull: boolean): (files: readonly File[]) => void {
  const { t } = usePage();
  const { alert } = useNotify();
  const told = useRef<readonly (() => void)[]>([]);
  // Errors of the previous files are removed, also when the page changes.
  useEffect(() => () => takeBack(told.current), []);
  useEffect(() => {
    if (!isFull) takeBack(told.current);
  }, [isFull]);
  return (files) => {
    if (files.length === 0) return;
    takeBack(told.current);
    const { hasOthers, isTooMany } = tray.add(files);
    told.current = [
      ...(hasOthers ? [alert(t("upload.unsupportedType"))] : []),
      ...(isTooMany ? [alert(t("createPost.errors.imageCountError", { most: postImages }))] : []),
    ];
  };
}
