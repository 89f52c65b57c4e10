/** How far a picture is on its way to the host, in real bytes, or why it did not arrive. */
import { usePage } from "../../../page/PageContext.ts";
import { useNotify } from "../../../page/useNotify.ts";
import type { UnstoredPicture } from "./pictures.ts";

const megabyte = 1024 * 1024;
const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1);

export function PictureProgress({ picture }: { readonly picture: UnstoredPicture }) {
  const { t } = usePage();
  const { reason } = useNotify();
  const { state, name, done, bytes, error } = picture;
  if (state === "failed") {
    return (
      <p className="picture-progress picture-progress-failed">
        {t("createPost.pictures.failed", { reason: reason(error) })}
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
