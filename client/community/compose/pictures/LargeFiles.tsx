/** Pictures above the limit: removed, or reduced where this browser can do so. */
import { type ComponentType, lazy, Suspense } from "react";
import { postImageBytes } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import type { PictureTray } from "./PictureTray.ts";

export interface LargeFilesProps {
  readonly files: readonly File[];
  readonly tray: PictureTray;
  readonly isFull: boolean;
}

const megabyte = 1024 * 1024;

/**
 * Renders that the buttons of these pictures did not load; the post can be sent without the
 * pictures.
 */
function ListFailed() {
  const { t } = usePage();
  return <p role="alert">{t("app.loadFailed.title")}</p>;
}

const LargeFileList = lazy<ComponentType<LargeFilesProps>>(() =>
  import("./LargeFileList.tsx").catch(() => ({ default: ListFailed })),
);

/** Renders the size limit and the files above it. */
export function LargeFiles(props: LargeFilesProps) {
  const { t } = usePage();
  if (props.files.length === 0) return null;
  return (
    <div className="large-files">
      <p role="alert">
        {t("createPost.errors.imageSizeError", { most: postImageBytes / megabyte })}
      </p>
      <Suspense>
        <LargeFileList {...props} />
      </Suspense>
    </div>
  );
}
