/** The search for members by name: a form, and the members found as cards; works without scripts. */
import { useCultivarNames } from "../../../cultivars/catalogue/useCatalogue.ts";
import { readSearch } from "../../../cultivars/search/searchText.ts";
import { FollowLink } from "../../../community/follow/FollowLink.tsx";
import { searchCharacters } from "../../../contracts/limits.generated.ts";
import { writtenIn } from "../../../contracts/language.ts";
import { teaTypeName } from "../../../contracts/reference.ts";
import { numberText } from "../../../language/dates.ts";
import { pathFor } from "../../../language/paths.ts";
import { textLanguage } from "../../../language/textLanguage.ts";
import { useQuery } from "../../../page/address.ts";
import { PageHead } from "../../../page/PageHead.tsx";
import { usePage, usePageData } from "../../../page/PageContext.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import type { MemberCard, MemberPage } from "../../../wire/types.generated.ts";
import "./MemberSearch.css";

/** Renders the field for a name. */
function SearchForm({ search }: { readonly search: string }) {
  const { language, t } = usePage();
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is missing in the oldest supported browsers
    <form role="search" className="member-search-form" action={pathFor("memberSearch", language)}>
      <label htmlFor="member-name">{t("members.label")}</label>
      <div>
        <input
          key={search}
          id="member-name"
          name="q"
          type="search"
          defaultValue={search}
          maxLength={searchCharacters}
          placeholder={t("members.placeholder")}
          aria-describedby="member-name-hint"
          autoComplete="off"
        />
        <button type="submit" className="button">
          {t("members.submit")}
        </button>
      </div>
      <p id="member-name-hint" className="quiet">
        {t("members.hint")}
      </p>
    </form>
  );
}

/**
 * Returns the favourite kind of tea and cultivar that the member shares as one text; empty without
 * any.
 */
function useFavourites({ favorite_tea_type, favorite_tea_variety }: MemberCard): string {
  const { language } = usePage();
  const cultivars = useCultivarNames();
  const tea = favorite_tea_type && teaTypeName(favorite_tea_type, language);
  const cultivar = favorite_tea_variety && cultivars[favorite_tea_variety]?.name;
  return [tea, cultivar].filter(Boolean).join(language === "ja" ? "、" : ", ");
}

/** Renders a member with picture, name, bio, favourites, number of posts and a button to follow. */
function Card({ card }: { readonly card: MemberCard }) {
  const { viewer, t } = usePage();
  const favourites = useFavourites(card);
  const { member, bio, posts_count, is_followed: isFollowed } = card;
  const { id, display_name: name, avatar_url } = member;
  return (
    <li className="member-card">
      <Avatar src={avatar_url} name={name} size="small" />
      <div className="member-card-words">
        <h3 id={`member-${id}`}>
          <PageLink to="member" params={{ id }}>
            <bdi lang={writtenIn(name)}>{name}</bdi>
          </PageLink>
        </h3>
        {bio && (
          <p>
            <bdi lang={textLanguage(bio)}>{bio}</bdi>
          </p>
        )}
        <p className="member-card-facts">
          <span>{t("members.posts", { count: numberText(posts_count) })}</span>
          {favourites && <span>{favourites}</span>}
        </p>
      </div>
      {viewer?.id !== id && (
        <FollowLink kind="member" id={id} isFollowed={isFollowed} describedBy={`member-${id}`} />
      )}
    </li>
  );
}

interface ResultsProps {
  readonly page: MemberPage;
  readonly search: string;
}

/** Renders the members found, or that there are none, and a link to the next page. */
function Results({ page: { members, next }, search }: ResultsProps) {
  const { t } = usePage();
  const isEmpty = members.length === 0;
  return (
    <section className="member-results">
      <h2>{t("members.results")}</h2>
      {isEmpty && next === null && <p role="status">{t("members.none", { search })}</p>}
      {!isEmpty && (
        <ul>
          {members.map((card) => (
            <Card key={card.member.id} card={card} />
          ))}
        </ul>
      )}
      {next !== null && (
        <p className="member-results-more">
          <PageLink
            to="memberSearch"
            suffix={`?${new URLSearchParams({ q: search, after: next })}`}
            className="button button-quiet"
            rel="nofollow"
          >
            {t(isEmpty ? "members.further" : "members.more")}
          </PageLink>
        </p>
      )}
    </section>
  );
}

/** Renders the search for members. */
export default function MemberSearchPage() {
  const { t } = usePage();
  const search = readSearch(useQuery().get("q"));
  const page = usePageData("membersFound");
  return (
    <div className="member-search">
      <PageHead
        title={search ? t("members.meta.found", { search }) : t("members.meta.title")}
        description={t("members.meta.description")}
      />
      <header className="page-title">
        <h1>{t("members.meta.title")}</h1>
      </header>
      <SearchForm search={search} />
      {search && page && <Results page={page} search={search} />}
      {page === null && <p role="alert">{t("members.failed")}</p>}
    </div>
  );
}
