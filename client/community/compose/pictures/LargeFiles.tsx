/** Pictures above the limit: removed, or reduced where this browser can do so. */
import { postImageBytes } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import { useNotify } from "../../../page/useNotify.ts";
import { mayShrink } from "./pictures.ts";
import type { PictureTray } from "./PictureTray.ts";

interface LargeFilesProps {
  readonly files: readonly File[];
  readonly tray: PictureTray;
  readonly isFull: boolean;
}

const megabyte = 1024 * 1024;

/** The list of files above the limit, each with buttons that reduce or dismiss it. */
export function LargeFiles({ files, tray, isFull }: LargeFilesProps) {
  const { t } = usePage();
  const { alert } = useNotify();
  const shrink = async (file: File) => {
    const isDone = await tray.shrink(file);
    if (!isDone) alert(t("createPost.errors.shrinkFailed", { name: file.name }));
  };
  const most = postImageBytes / megabyte;
  if (files.length === 0) return null;
  return (
    <div className="large-files">
      <p role="alert">{t("createPost.errors.imageSizeError", { most })}</p>
      <ul>
        {files.map((file) => {
          const { name } = file;
          const size = (file.size / megabyte).toFixed(1);
          return (
            <li key={`${name} ${file.lastModified} ${file.size}`}>
              <p>{t("createPost.pictures.large", { name, size })}</p>
              {mayShrink(file) && (
                <button
                  type="button"
                  className="text-button"
                  aria-label={t("createPost.pictures.shrinkNamed", { name })}
                  disabled={isFull}
                  onClick={() => void shrink(file)}
                >
                  {t("createPost.pictures.shrink")}
                </button>
              )}
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
    </div>
  );
}
