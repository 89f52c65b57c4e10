/** The pictures above the limit with their buttons, loaded when there is one. */
import { usePage } from "../../../page/PageContext.ts";
import { useLastAlert } from "../../../page/useNotify.ts";
import type { LargeFilesProps } from "./LargeFiles.tsx";

const megabyte = 1024 * 1024;

/**
 * Returns whether a picture can be reduced: a JPEG or PNG, not a GIF or WebP, which may move. A PNG
 * that moves is not recognised: reducing it leaves one still picture.
 */
export function mayShrink({ type }: Pick<File, "type">): boolean {
  return type === "image/jpeg" || type === "image/png";
}

/** Renders the files above the size limit, each with buttons that reduce or remove it. */
export default function LargeFileList({ files, tray, isFull }: LargeFilesProps) {
  const { t } = usePage();
  const report = useLastAlert();
  /** Reduces a file and adds it; reports a failure. */
  const shrink = async (file: File) => {
    report();
    const isDone = await tray.shrink(file);
    if (!isDone) report(t("createPost.errors.shrinkFailed", { name: file.name }));
  };
  return (
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
  );
}
