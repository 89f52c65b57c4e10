/** Upload progress of a picture in bytes, or why it failed. */
import { usePage } from "../../../page/PageContext.ts";
import { useNotify } from "../../../page/useNotify.ts";
import { Refusal } from "../../../wire/refusal.ts";
import type { UnstoredPicture } from "./pictures.ts";

const megabyte = 1024 * 1024;
const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1);

/** The host's message is shown as it is; other failures get a general message. */
function isUploadRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.code.startsWith("upload.");
}

export function PictureProgress({ picture }: { readonly picture: UnstoredPicture }) {
  const { t } = usePage();
  const { reason } = useNotify();
  const { state, name, done, bytes, error } = picture;
  if (state === "failed") {
    const why = reason(error);
    return (
      <p className="picture-progress picture-progress-failed">
        {isUploadRefusal(error) ? why : t("upload.postImageFailed", { reason: why })}
      </p>
    );
  }
  const sent = inMegabytes(done * bytes);
  const underWay = done < 1 ? "sending" : "checking";
  return (
    <label className="picture-progress">
      <span className="picture-progress-name">{name}</span>
      <progress value={state === "waiting" ? 0 : done} max={1} />
      <span className="quiet">
        {t(`createPost.pictures.${state === "waiting" ? state : underWay}`, {
          sent,
          total: inMegabytes(bytes),
        })}
      </span>
    </label>
  );
}
