/** Selects the square of a picture for the avatar, by dragging or by three sliders. */
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { usePage } from "../../../page/PageContext.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { drawCrop } from "./avatarCanvas.ts";
import { centred, closest, type Crop, dragCrop, squareOf } from "./avatarPlan.ts";

export interface AvatarCropperProps {
  readonly picture: ImageBitmap;
  readonly onApply: (crop: Crop) => void;
  readonly onClose: () => void;
}

const shownSide = 512;
const sliders = ["zoom", "x", "y"] as const;

/** Renders the slider of one value of the crop (zoom, x or y), for the keyboard. */
function CropSlider(props: {
  readonly name: (typeof sliders)[number];
  readonly crop: Crop;
  /** The picture has no excess in this direction. */
  readonly disabled: boolean;
  readonly onChange: (crop: Crop) => void;
}) {
  const { name, crop, disabled, onChange } = props;
  const { t } = usePage();
  const [least, most] = name === "zoom" ? [1, closest] : [0, 1];
  return (
    <label>
      {t(`profileEdit.crop.${name}`)}
      <input
        type="range"
        min={least}
        max={most}
        step={0.01}
        value={crop[name]}
        disabled={disabled}
        onChange={(event) => onChange({ ...crop, [name]: event.target.valueAsNumber })}
      />
    </label>
  );
}

/** Renders a dialog that chooses a square of a picture, by dragging or sliders. */
export function AvatarCropper({ picture, onApply, onClose }: AvatarCropperProps) {
  const { t } = usePage();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(centred);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  const { side } = squareOf(picture, crop);
  const isFixed = { zoom: false, x: picture.width <= side, y: picture.height <= side };
  /** Moves the crop as the pointer drags the picture. */
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    const by = { x: event.movementX / width, y: event.movementY / height };
    setCrop((before) => dragCrop(before, picture, by));
  };
  return (
    <Dialog title={t("profileEdit.crop.title")} onClose={onClose}>
      <div className="avatar-cropper">
        <canvas
          ref={canvas}
          width={shownSide}
          height={shownSide}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
        />
        <div className="avatar-cropper-sliders">
          {sliders.map((name) => (
            <CropSlider
              key={name}
              name={name}
              crop={crop}
              disabled={isFixed[name]}
              onChange={setCrop}
            />
          ))}
        </div>
      </div>
      <p className="dialog-actions">
        <Button kind="quiet" onPress={onClose}>
          {t("profileEdit.cancel")}
        </Button>
        <Button onPress={() => onApply(crop)}>{t("profileEdit.crop.apply")}</Button>
      </p>
    </Dialog>
  );
}
