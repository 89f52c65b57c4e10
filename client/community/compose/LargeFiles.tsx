/** Pictures above the limit that this browser can make smaller, each with the choice. */
import { postImageBytes } from "../../contracts/limits.ts";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import type { PictureTray } from "./PictureTray.ts";

interface LargeFilesProps {
  readonly files: readonly File[];
  readonly tray: PictureTray;
  readonly isFull: boolean;
}

const megabyte = 1024 * 1024;

export function LargeFiles({ files, tray, isFull }: LargeFilesProps) {
  const { t } = usePage();
  const { alert } = useNotify();
  const shrink = async (file: File) => {
    const isDone = await tray.shrink(file);
    if (!isDone) alert(t("createPost.errors.shrinkFailed", { name: file.name }));
  };
  if (files.length === 0) return null;
  return (
    <ul className="large-files">
      {files.map((file) => {
        const { name } = file;
        const size = (file.size / megabyte).toFixed(1);
        const most = postImageBytes / megabyte;
        return (
          <li key={`${name} ${file.lastModified} ${file.size}`}>
            <p>{t("createPost.pictures.large", { name, size, most })}</p>
            <button
              type="button"
              className="text-button"
              aria-label={t("createPost.pictures.shrinkNamed", { name })}
              disabled={isFull}
              onClick={() => void shrink(file)}
            >
              {t("createPost.pictures.shrink")}
            </button>
            <button
              type="button"
              className="text-button"
              aria-label={t("createPost.pictures.dismissNamed", { name })}
              onClick={() => tray.dismiss(file)}
            >
              {t("createPost.pictures.dismiss")}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
