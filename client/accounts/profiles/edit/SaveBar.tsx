/** Bar with the buttons to save and to cancel; stays visible while the form scrolls. */
import { usePage } from "../../../page/PageContext.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FormBar } from "../../../ui/FormBar.tsx";
import type { SavingState } from "./useSaveProfile.ts";

interface SaveBarProps {
  readonly state: SavingState;
  readonly disabled: boolean;
}

export function SaveBar({ state, disabled }: SaveBarProps) {
  const { t } = usePage();
  return (
    <FormBar>
      <PageLink to="profile" className="button button-quiet">
        {t("profileEdit.cancel")}
      </PageLink>
      <Button type="submit" disabled={disabled}>
        {t(`profileEdit.save.${state}`)}
      </Button>
      <p className="visually-hidden" role="status">
        {state === "idle" ? "" : t(`profileEdit.save.${state}`)}
      </p>
    </FormBar>
  );
}
