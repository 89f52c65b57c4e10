/** The name of a prefecture, with a link if the catalogue has something about it. */
import { PageLink } from "../page/PageLink.tsx";

interface NameProps {
  readonly id: string;
  readonly name: string;
  /** Whether it has a page whatever members write; of others it is not known here. */
  readonly isInCatalogue: boolean;
}

/** Renders the name of a prefecture, as a link if the catalogue has something about it. */
export function PrefectureName({ id, name, isInCatalogue }: NameProps) {
  if (!isInCatalogue) return name;
  return (
    <PageLink to="prefecture" params={{ id }}>
      {name}
    </PageLink>
  );
}
