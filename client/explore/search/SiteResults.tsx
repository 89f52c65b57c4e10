/** Results of a search besides cultivars and the community: unconfirmed names, prefectures, pages. */
import type { ReactNode } from "react";
import { writtenIn } from "../../contracts/language.ts";
import type { SiteIndex } from "../../contracts/search.ts";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { PrefectureName } from "../PrefectureName.tsx";

const pagesMost = 6;

interface GroupProps {
  readonly name: "cultivars" | "names" | "prefectures" | "pages" | "posts" | "members";
  readonly children: ReactNode;
}

/** Renders a section of results of one kind. */
export function Group({ name, children }: GroupProps) {
  const { t } = usePage();
  return (
    <section aria-labelledby={`search-${name}`}>
      <h2 id={`search-${name}`}>{t(`search.${name}`)}</h2>
      {children}
    </section>
  );
}

/** Renders the unconfirmed names that were found. */
export function UnconfirmedNames({ names }: Pick<SiteIndex, "names">) {
  const { t } = usePage();
  if (names.length === 0) return null;
  return (
    <Group name="names">
      <ul>
        {names.map(({ id, name, other }) => (
          <li key={id}>
            <PageLink to="unconfirmedNames" suffix={`#${id}`}>
              {name}
            </PageLink>{" "}
            {other && <small lang={writtenIn(other)}>{other}</small>}
            <p>{t("search.unconfirmed")}</p>
          </li>
        ))}
      </ul>
    </Group>
  );
}

/** Renders the prefectures that were found, and the first six pages. */
export function PlacesAndPages({ prefectures, pages }: Omit<SiteIndex, "names">) {
  const { t } = usePage();
  return (
    <>
      {prefectures.length > 0 && (
        <Group name="prefectures">
          <ul>
            {prefectures.map(({ id, name, others: [other = ""], cultivars, isInCatalogue }) => (
              <li key={id}>
                <PrefectureName id={id} name={name} isInCatalogue={isInCatalogue} />{" "}
                <small lang={writtenIn(other)}>{other}</small>
                <p>{t("search.cultivarsIn", { count: cultivars })}</p>
              </li>
            ))}
          </ul>
        </Group>
      )}
      {pages.length > 0 && (
        <Group name="pages">
          <ul>
            {pages.slice(0, pagesMost).map(({ to, params, title, text }) => (
              <li key={pathFor(to, "en", params)}>
                <PageLink to={to} params={params}>
                  {title}
                </PageLink>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </Group>
      )}
    </>
  );
}
