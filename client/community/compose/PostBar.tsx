/** Bar with the buttons to post and to leave; stays visible while the form scrolls. */
import { usePage } from "../../page/PageContext.ts";
import { Button } from "../../ui/Button.tsx";
import { FormBar } from "../../ui/FormBar.tsx";

export type PostState = "idle" | "uploading" | "submitting";

interface PostBarProps {
  readonly state: PostState;
  readonly isNew: boolean;
  /** True once a draft is stored in this browser. */
  readonly isKept: boolean;
  readonly disabled: boolean;
  readonly onCancel: () => void;
}

export function PostBar({ state, isNew, isKept, disabled, onCancel }: PostBarProps) {
  const { t } = usePage();
  const label = t(`createPost.bar.${state === "uploading" ? state : wordsOf(isNew, state)}`);
  return (
    <FormBar>
      <p className="post-bar-kept quiet">{isKept && t("createPost.draft.kept")}</p>
      <Button kind="quiet" onPress={onCancel} disabled={state === "submitting"}>
        {t("createPost.bar.cancel")}
      </Button>
      <Button type="submit" disabled={disabled || state !== "idle"}>
        {label}
      </Button>
      <p className="visually-hidden" role="status">
        {state === "idle" ? "" : label}
      </p>
    </FormBar>
  );
}

function wordsOf(isNew: boolean, state: "idle" | "submitting") {
  if (isNew) return state;
  return state === "idle" ? "save" : "saving";
}
