/** The sections of the form, in their order. */
import { usePage } from "../../page/PageContext.ts";
import { FormSection } from "../../ui/FormSection.tsx";
import { CategoryCards } from "./fields/CategoryCards.tsx";
import type { Composition } from "./Composition.ts";
import type { CompositionState } from "./compositionState.ts";
import { DetailFields, detailsOf } from "./fields/DetailFields.tsx";
import type { Draft } from "./draft.ts";
import { ImageField } from "./pictures/ImageField.tsx";
import type { RefusedText } from "./refusedText.ts";
import { TextFields } from "./fields/TextFields.tsx";

interface PostSectionsProps {
  readonly shown: CompositionState;
  readonly refused: RefusedText | undefined;
  readonly composition: Composition;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Renders category, pictures, text and the details that the category has. */
export function PostSections({ shown, refused, composition, onFiles }: PostSectionsProps) {
  const { t } = usePage();
  const { draft } = shown;
  const onChange = (part: Partial<Draft>) => composition.change(part);
  const fields = { draft, refused, onChange };
  return (
    <>
      <FormSection heading={t("createPost.category.heading")}>
        <CategoryCards
          category={draft.category}
          onChoose={(category) => composition.chooseCategory(category)}
          cleared={shown.cleared}
          onTakeBack={() => composition.undoCategory()}
        />
      </FormSection>
      <FormSection heading={t("createPost.pictures.heading")}>
        <ImageField
          pictures={shown.pictures}
          refused={refused}
          large={shown.large}
          announcement={shown.announcement}
          tray={composition.tray}
          onFiles={onFiles}
        />
      </FormSection>
      <FormSection heading={t("createPost.words.heading")}>
        <TextFields {...fields} />
      </FormSection>
      {detailsOf(draft.category).length > 0 && (
        <FormSection heading={t("createPost.details.heading")}>
          <p className="quiet post-form-lead">{t("createPost.details.lead")}</p>
          <DetailFields {...fields} />
        </FormSection>
      )}
    </>
  );
}
