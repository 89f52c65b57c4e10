/** The results of a search, by kind: cultivars, names without a record, prefectures, pages, posts, members. */
import type { IndexEntry } from "../../contracts/cultivar.ts";
import { writtenIn } from "../../contracts/language.ts";
import type { Matches } from "../../contracts/search.ts";
import { CompareLink } from "../../cultivars/catalogue/CompareLink.tsx";
import { readSearch } from "../../cultivars/search/searchText.ts";
import { isNameOf, matchSite } from "../../cultivars/search/siteMatch.ts";
import { dateText } from "../../language/dates.ts";
import { factsText } from "../../language/facts.ts";
import { textLanguage } from "../../language/textLanguage.ts";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Avatar } from "../../ui/Avatar.tsx";
import type { FoundInCommunity } from "../../wire/types.generated.ts";
import { Group, PlacesAndPages, UnconfirmedNames } from "./SiteResults.tsx";

const cultivarsMost = 8;

const examples = {
  ja: ["さえみどり", "農林40号", "枕崎9号", "紅富貴", "抹茶 鹿児島", "1990"],
  en: ["Saemidori", "Norin 40", "Makurazaki 9", "Benifuki", "matcha Kagoshima", "1990"],
} as const;

interface CultivarsProps extends Matches {
  readonly search: string;
  /** Whether the search found only these. */
  readonly isAlone: boolean;
}

/** Renders a cultivar as a result. */
function Cultivar({ cultivar }: { readonly cultivar: IndexEntry }) {
  const { language } = usePage();
  const { id, nameJa, nameEn, epithet, origin, registration } = cultivar;
  const [name, other] = language === "ja" ? [nameJa, nameEn] : [nameEn, nameJa];
  const facts = factsText([origin?.name, registration], language);
  return (
    <li>
      <PageLink to="cultivar" params={{ id }}>
        {name}
      </PageLink>{" "}
      {other !== name && <small lang={writtenIn(other)}>{other}</small>}
      {epithet && <p>{epithet}</p>}
      {facts && <p>{facts}</p>}
      <CompareLink id={id} name={name} />
    </li>
  );
}

/** Renders the cultivars that were found; a note says if they are only similar. */
function Cultivars({ found, near, search, isAlone }: CultivarsProps) {
  const { t } = usePage();
  if (found.length === 0) return null;
  const note = isAlone ? t("search.near", { search }) : t("search.similar");
  const suffix = `?${new URLSearchParams({ search })}`;
  return (
    <Group name="cultivars">
      {near && <p className="search-near">{note}</p>}
      <ul>
        {found.slice(0, cultivarsMost).map((cultivar) => (
          <Cultivar key={cultivar.id} cultivar={cultivar} />
        ))}
      </ul>
      {found.length > cultivarsMost && (
        <p className="search-more">
          <PageLink to="cultivars" suffix={suffix} rel="nofollow">
            {t("search.all", { count: found.length })}
          </PageLink>
        </p>
      )}
    </Group>
  );
}

interface CommunityProps {
  readonly found: FoundInCommunity;
  readonly search: string;
}

/** Renders the posts that were found, and a link to all of them. */
function Posts({ found: { posts, has_more_posts: hasMore }, search }: CommunityProps) {
  const { language, t } = usePage();
  if (posts.length === 0) return null;
  return (
    <Group name="posts">
      <ul>
        {posts.map(({ id, title, excerpt, author, created_at: written }) => (
          <li key={id}>
            <PageLink to="post" params={{ id: String(id) }}>
              <span lang={textLanguage(title ?? excerpt)}>{title ?? excerpt}</span>
            </PageLink>
            {title && <p lang={textLanguage(excerpt)}>{excerpt}</p>}
            <p className="search-by">
              <MixedText
                text={[author, dateText(written, language)]
                  .filter(Boolean)
                  .join(language === "ja" ? "・" : ", ")}
              />
            </p>
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="search-more">
          <PageLink to="community" suffix={`?${new URLSearchParams({ search })}`} rel="nofollow">
            {t("search.morePosts", { search })}
          </PageLink>
        </p>
      )}
    </Group>
  );
}

/** Renders the members that were found. */
function Members({ found: { members }, search }: CommunityProps) {
  const { t } = usePage();
  if (members.length === 0) return null;
  return (
    <Group name="members">
      <ul>
        {members.map(({ id, display_name: name, avatar_url: src }) => (
          <li key={id} className="search-member">
            <Avatar src={src} name={name} size="small" />
            <PageLink to="member" params={{ id }}>
              {name}
            </PageLink>
          </li>
        ))}
      </ul>
      <p className="search-more">
        <PageLink to="memberSearch" suffix={`?${new URLSearchParams({ q: search })}`}>
          {t("search.moreMembers", { search })}
        </PageLink>
      </p>
    </Group>
  );
}

/** Renders examples of searches, and a link to the search for members. */
function Examples() {
  const { language, t } = usePage();
  return (
    <>
      <p className="search-examples">
        {t("search.try")}
        {examples[language].map((q) => (
          <PageLink key={q} to="search" suffix={`?${new URLSearchParams({ q })}`} rel="nofollow">
            {q}
          </PageLink>
        ))}
      </p>
      <p className="search-members">
        <PageLink to="memberSearch">{t("search.findMembers")}</PageLink>
      </p>
    </>
  );
}

/** Renders the message of a search without results. */
function NoResults({ search }: { readonly search: string }) {
  const { t } = usePage();
  return (
    <div className="search-nothing">
      <h2>{t("search.nothing.title", { search })}</h2>
      <p>{t("search.nothing.body")}</p>
      <Examples />
    </div>
  );
}

/**
 * Renders all results of a search by kind. Cultivars with similar names come after pages and
 * prefectures; unconfirmed names come before cultivars that match, if one is the whole search.
 */
function Results({ search }: { readonly search: string }) {
  const { t } = usePage();
  const { cultivars } = usePageData("catalogueIndex");
  const find = usePageData("findEntries");
  const site = usePageData("siteIndex");
  const community = usePageData("found");
  const matches = find(cultivars, search);
  const ofTheSite = matchSite(site, search);
  const { names } = ofTheSite;
  const isEmptySite = Object.values(ofTheSite).every(({ length }) => length === 0);
  const isAlone = isEmptySite && !community?.posts.length && !community?.members.length;
  if (isAlone && community && matches.found.length === 0) return <NoResults search={search} />;
  const areNamesFirst = matches.near || names.some((name) => isNameOf(name, search));
  const cultivarResults = <Cultivars {...matches} search={search} isAlone={isAlone} />;
  return (
    <div className="search-results">
      {areNamesFirst && <UnconfirmedNames names={names} />}
      {!matches.near && cultivarResults}
      {!areNamesFirst && <UnconfirmedNames names={names} />}
      <PlacesAndPages {...ofTheSite} />
      {matches.near && cultivarResults}
      {community === null && <p role="alert">{t("search.unavailable")}</p>}
      {community && <Posts found={community} search={search} />}
      {community && <Members found={community} search={search} />}
    </div>
  );
}

/** Renders the results of the address's search, or examples without one. */
export default function SearchResults() {
  const search = readSearch(new URLSearchParams(usePage().search).get("q"));
  return search === "" ? <Examples /> : <Results search={search} />;
}
