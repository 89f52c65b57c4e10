/** The favourite cultivar with a button to remove it. */
import { usePage } from "../../../page/PageContext.ts";
import { Button } from "../../../ui/Button.tsx";
import { useCultivarNames } from "../../../cultivars/catalogue/useCultivarNames.ts";

interface ChosenCultivarProps {
  readonly id: string | null;
  readonly onRemove: () => void;
}

export function ChosenCultivar({ id, onRemove }: ChosenCultivarProps) {
  const { language, t } = usePage();
  const names = useCultivarNames();
  const name = id === null ? undefined : names[id];
  if (id === null || name === undefined) {
    return <p className="favourite-cultivar-none">{t("profileEdit.cultivar.none")}</p>;
  }
  return (
    <p className="favourite-cultivar-chosen">
      <span lang="ja">{name.nameJa}</span>
      {language === "en" && <small>{name.nameEn}</small>}
      <Button kind="quiet" onPress={onRemove}>
        {t("profileEdit.cultivar.remove")}
      </Button>
    </p>
  );
}
