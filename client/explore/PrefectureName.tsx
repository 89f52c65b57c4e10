/** The name of a prefecture, with a link where it has a page. */
import { PageLink } from "../page/PageLink.tsx";

interface NameProps {
  readonly id: string;
  readonly name: string;
  /** Only prefectures with something to show have a page. */
  readonly isInCatalogue: boolean;
}

/** Renders the name of a prefecture, as a link if the prefecture has a page. */
export function PrefectureName({ id, name, isInCatalogue }: NameProps) {
  if (!isInCatalogue) return name;
  return (
    <PageLink to="prefecture" params={{ id }}>
      {name}
    </PageLink>
  );
}
