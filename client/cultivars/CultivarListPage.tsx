/** The catalogue's list: search, filters, cards by tens; its state is in the address. */
import { memo, useDeferredValue } from "react";
import { useQuery, useReplace } from "../page/address.ts";
import { cultivarPageSize } from "../contracts/limits.generated.ts";
import { dayInJapan } from "../language/partialDates.ts";
import { pathFor } from "../language/paths.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { ServerPart } from "../page/ServerPart.tsx";
import { Panel } from "../ui/Panel.tsx";
import { CultivarCard } from "./catalogue/CultivarCard.tsx";
import { CultivarFilters } from "./CultivarFilters.tsx";
import {
  type CatalogueState,
  cultivarCount,
  unfiltered,
  queryOf,
  relOf,
  searchCatalogue,
  singleFilter,
  stateOf,
} from "./search/catalogueSearch.ts";
import { activeFilters, listedKind } from "./search/chosenValues.ts";
import type { IndexEntry } from "../contracts/cultivar.ts";
import { chosenValues, descriptionOf, type ListProps, titleOf } from "./views/listTexts.ts";
import { ViewLinks } from "./views/ViewLinks.tsx";
import "./CultivarListPage.css";

const oftenLookedFor = ["yabukita", "okumidori", "saemidori", "benifuki", "gokou"];

/**
 * Renders the head tags of the list; search engines may index only the whole list, and lists of one
 * filter value that have results. Any other state has the whole list as its canonical address.
 */
function ListHead({ state, index, count }: ListProps & { readonly count: number }) {
  const page = usePage();
  const isListed = queryOf({ ...state, page: 1 }) === "" || singleFilter(state) !== undefined;
  return (
    <PageHead
      title={titleOf(page, { state, index })}
      description={descriptionOf(page, { state, index })}
      query={isListed ? queryOf(state) : ""}
      {...(isListed && count > 0 ? {} : { indexed: false })}
    />
  );
}

/** Renders the message of an empty list, with links to cultivars that are often looked for. */
function EmptyList({ all }: { readonly all: readonly IndexEntry[] }) {
  const { language, t } = usePage();
  const known = all.filter(({ id }) => oftenLookedFor.includes(id));
  return (
    <Panel title={t("cultivars.empty.title")} level="inside">
      <p>{t("cultivars.empty.body")}</p>
      <p className="panel-actions">
        <a className="button reset" href={pathFor("cultivars", language)}>
          {t("cultivars.empty.reset")}
        </a>
      </p>
      <p className="cultivar-list-known">
        {t("cultivars.empty.try")}{" "}
        {known.map(({ id, nameJa, nameEn }) => (
          <a key={id} href={pathFor("cultivar", language, { id })}>
            {language === "ja" ? nameJa : nameEn}
          </a>
        ))}
      </p>
    </Panel>
  );
}

interface CardsProps {
  readonly state: CatalogueState;
  readonly found: readonly IndexEntry[];
}

/**
 * Renders the last tile of the grid: a link to the next page of cards, which the page then shows
 * besides the present ones, or a note that all are shown.
 */
function LastTile({ state, found }: CardsProps) {
  const { language, t } = usePage();
  const shown = state.page * cultivarPageSize;
  const remaining = found.length - shown;
  const next = found[shown];
  if (next === undefined) {
    return <p className="cultivar-list-all">{t("cultivars.allShown", { count: found.length })}</p>;
  }
  const address = pathFor("cultivars", language) + queryOf({ ...state, page: state.page + 1 });
  // Without scripts the fragment leads to the first new card.
  return (
    <p className="cultivar-list-more" data-rest={t("cultivars.rest", { count: remaining })}>
      <a href={`${address}#c-${next.id}`}>
        {t("cultivars.more", { next: Math.min(cultivarPageSize, remaining), remaining })}
      </a>
    </p>
  );
}

/** Renders the cards of the shown pages and the last tile. */
const Cards = memo(function Cards({ state, found }: CardsProps) {
  return (
    <div className="cultivar-grid">
      {found.slice(0, state.page * cultivarPageSize).map((cultivar) => (
        <CultivarCard key={cultivar.id} cultivar={cultivar} rank="h3" />
      ))}
      <LastTile state={state} found={found} />
    </div>
  );
});

/**
 * Renders the cards. After a change of filters they are rendered with lower priority than the
 * counts; further cards are rendered at once, as the focus moves to them.
 */
function CardGrid(props: CardsProps) {
  const later = useDeferredValue(props);
  const isFurther = later.state.page !== props.state.page;
  return <Cards {...(isFurther ? props : later)} />;
}

/** Renders the chosen values of filters, each as a link that removes it; nothing without any. */
function ChosenFilters({ state, index }: ListProps) {
  const page = usePage();
  const { language, t } = page;
  const path = pathFor("cultivars", language);
  const chosen = chosenValues(page, { state, index });
  if (chosen.length === 0) return null;
  return (
    <ul className="cultivar-list-chosen">
      {chosen.map(({ name, value, without }) => {
        const next = { ...state, page: 1, ...without };
        const label = t("cultivars.filters.chosen", {
          filter: t(`cultivars.filters.${name}`),
          value,
        });
        return (
          <li key={label}>
            <a
              className="chip"
              href={path + queryOf(next)}
              aria-label={t("cultivars.filters.remove", { label })}
              rel={relOf(next)}
            >
              {label}
              <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface ResultsHeadProps {
  readonly state: CatalogueState;
  readonly found: readonly IndexEntry[];
  readonly onReset: () => void;
}

/**
 * Returns whether the results are counted as cultivars: all are, or there is none and the list has no
 * other kind.
 */
function hasOnlyCultivars(found: readonly IndexEntry[], { kind, search }: CatalogueState): boolean {
  if (found.length === 0) return kind === listedKind || !(kind || search);
  return found.every((entry) => !entry.kind);
}

/**
 * Renders the number of results, the links to other views, and a link that clears search and
 * filters.
 */
function ResultsHead({ state, found, onReset }: ResultsHeadProps) {
  const { language, t } = usePage();
  const filters = activeFilters(state);
  return (
    <div className="cultivar-list-head">
      <h2 id="results" className="cultivar-list-count" aria-live="polite">
        {t(
          hasOnlyCultivars(found, state) ? "cultivars.results.count" : "cultivars.results.records",
          { count: found.length },
        )}
      </h2>
      <ViewLinks state={state} />
      {filters > 0 && (
        <span className="cultivar-filters-count">
          {t("cultivars.filters.active", { count: filters })}
        </span>
      )}
      {(filters > 0 || state.search !== "") && (
        <a
          className="cultivar-list-reset"
          href={pathFor("cultivars", language)}
          onClick={(event) => {
            event.preventDefault();
            onReset();
          }}
        >
          {t(filters > 0 ? "cultivars.filters.reset" : "cultivars.search.clear")}
        </a>
      )}
    </div>
  );
}

/**
 * Renders the list of the catalogue in the state that the address holds; each change replaces the
 * address.
 */
export default function CultivarListPage() {
  const { language, now, store, t } = usePage();
  const query = useQuery();
  const go = useReplace();
  const index = usePageData("catalogueIndex");
  const all = index.cultivars;
  const count = cultivarCount(index);
  const state = stateOf(query, index);
  const find = store.peek("findEntries", { language, params: {} });
  const written = store.peek("postsByCultivar", { language, params: {} });
  const { found, near, counts } = searchCatalogue(index, state, {
    find,
    written,
    today: dayInJapan(now),
  });
  const change = (part: Partial<CatalogueState>) => {
    const next = { ...state, page: 1, ...part };
    go(pathFor("cultivars", language) + queryOf(next));
  };

  return (
    <div className="cultivar-list">
      <ListHead state={state} index={index} count={found.length} />
      <header className="page-title">
        <h1>{t("cultivars.title")}</h1>
        <p>{t("cultivars.lead", { count, others: all.length - count })}</p>
      </header>
      <CultivarFilters
        filters={index.filters}
        state={state}
        counts={counts}
        found={found.length}
        hasOnlyCultivars={hasOnlyCultivars(found, state)}
        onChange={change}
      />
      <section aria-labelledby="results">
        <ResultsHead state={state} found={found} onReset={() => change(unfiltered)} />
        <ChosenFilters state={state} index={index} />
        {(state.lineage || state.view === "table") && (
          <p className="quiet">{t("cultivars.lineageNote")}</p>
        )}
        {near && <p>{t("cultivars.results.near", { search: state.search })}</p>}
        {found.length === 0 && <EmptyList all={all} />}
        {state.view !== "" && <ServerPart />}
        {found.length > 0 && state.view === "" && <CardGrid state={state} found={found} />}
      </section>
    </div>
  );
}
