/** Takes the files that an author chose, dropped or pasted, and tells when some of them can't come along. */
import { useEffect, useRef } from "react";
import { postImages } from "../../../contracts/limits.ts";
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
  // What was wrong with the last files says nothing about the next, nor about another page.
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
