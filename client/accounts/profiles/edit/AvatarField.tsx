/** The avatar field: the current picture, a new one with its crop, or none. */
import { type ChangeEvent, type ComponentType, useRef, useState } from "react";
import { avatarBytesForm } from "../../../contracts/limits.generated.ts";
import { usePage } from "../../../page/PageContext.ts";
import { useNotify } from "../../../page/useNotify.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { CurrentMember } from "../../../wire/types.generated.ts";
import type { AvatarCropperProps } from "./AvatarCropper.tsx";
import { decode, fileOf, previewOf } from "./avatarCanvas.ts";
import { avatarTypes, type Crop, fileProblem } from "./avatarPlan.ts";
import "./AvatarField.css";

export type AvatarChange =
  | { readonly kind: "keep" }
  | { readonly kind: "remove" }
  | { readonly kind: "new"; readonly file: Blob; readonly name: string; readonly preview: string };

interface AvatarFieldProps {
  readonly member: CurrentMember;
  readonly change: AvatarChange;
  readonly onChange: (change: AvatarChange) => void;
  /** Uploaded share, from 0 to 1. */
  readonly progress: number | undefined;
  readonly disabled: boolean;
}

interface Opened {
  readonly file: File;
  readonly picture: ImageBitmap;
  readonly Cropper: ComponentType<AvatarCropperProps>;
}

/** Loads the dialog that crops pictures; returns null when it could not be loaded. */
function fetchCropper() {
  return import("./AvatarCropper.tsx").then(
    (module) => module.AvatarCropper,
    () => null,
  );
}

const megabyte = 1024 * 1024;

/**
 * Returns the chosen picture that is being cropped, and functions that choose a file, close the
 * dialog and apply the crop.
 */
function usePicture(onChange: (change: AvatarChange) => void) {
  const { t } = usePage();
  const { alert } = useNotify();
  const [opened, setOpened] = useState<Opened>();
  const removeMessage = useRef(() => {});
  const report = (text: string) => {
    removeMessage.current = alert(text);
  };

  /** Decodes a file and opens the dialog; reports a file that is refused. */
  const choose = async (file: File): Promise<void> => {
    // The message on the file chosen before is no longer true.
    removeMessage.current();
    const problem = fileProblem(file);
    const picture = problem ? null : await decode(file).catch(() => null);
    if (picture === null) {
      report(
        t(`profileEdit.errors.${problem ?? "invalidFileType"}`, {
          most: avatarBytesForm / megabyte,
        }),
      );
      return;
    }
    const Cropper = await fetchCropper();
    if (Cropper) {
      setOpened({ file, picture, Cropper });
    } else {
      picture.close();
      report(t("app.networkError"));
    }
  };
  /** Closes the dialog and frees the picture. */
  const close = () => {
    opened?.picture.close();
    setOpened(undefined);
  };
  /** Makes the cropped file and hands it to the form. */
  const apply = async (crop: Crop): Promise<void> => {
    if (opened === undefined) return;
    const { file, picture } = opened;
    try {
      const preview = previewOf(picture, crop);
      onChange({ kind: "new", file: await fileOf(file, picture, crop), name: file.name, preview });
    } catch {
      report(t("profileEdit.errors.imageTooComplex"));
    }
    close();
  };
  return { opened, choose, close, apply };
}

/** Returns the address of the picture that the profile would have; null for none. */
function sourceOf(member: CurrentMember, change: AvatarChange): string | null {
  if (change.kind === "new") return change.preview;
  return change.kind === "keep" ? member.avatar_url : null;
}

/** Renders the progress of the upload. */
function UploadProgress({ progress }: { readonly progress: number }) {
  const { t } = usePage();
  return (
    <label className="avatar-field-progress">
      {t("profileEdit.avatar.uploading")}
      <progress value={progress} max={1} />
    </label>
  );
}

/**
 * Renders the avatar with buttons to choose, remove or keep it; nothing is stored before the form
 * is saved.
 */
export function AvatarField({ member, change, onChange, progress, disabled }: AvatarFieldProps) {
  const { t } = usePage();
  const input = useRef<HTMLInputElement>(null);
  const { opened, choose, close, apply } = usePicture(onChange);
  const source = sourceOf(member, change);
  /** Opens the chosen file. */
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Emptied, so that the same file can be chosen again.
    event.target.value = "";
    if (file) void choose(file);
  };
  return (
    <div className="avatar-field">
      <Avatar src={source} name={member.display_name} size="large" />
      <div>
        <input ref={input} type="file" hidden accept={avatarTypes.join()} onChange={pick} />
        <p className="avatar-field-actions">
          <Button kind="quiet" onPress={() => input.current?.click()} disabled={disabled}>
            {t("profileEdit.avatar.choose")}
          </Button>
          {source && (
            <Button kind="quiet" onPress={() => onChange({ kind: "remove" })} disabled={disabled}>
              {t("profileEdit.avatar.remove")}
            </Button>
          )}
          {change.kind !== "keep" && (
            <Button kind="quiet" onPress={() => onChange({ kind: "keep" })} disabled={disabled}>
              {t("profileEdit.avatar.undo")}
            </Button>
          )}
        </p>
        <p className="quiet">
          {t("profileEdit.avatar.hint", { most: avatarBytesForm / megabyte })}
        </p>
        {progress !== undefined && <UploadProgress progress={progress} />}
      </div>
      {opened && <opened.Cropper picture={opened.picture} onApply={apply} onClose={close} />}
    </div>
  );
}
