/** The catalogue's list: search, filters, cards by tens; its state is in the address. */
import { useQuery, useReplace } from "../page/address.ts";
import { cultivarPageSize } from "../contracts/limits.generated.ts";
import { pathFor } from "../language/paths.ts";
import { PageHead } from "../page/PageHead.tsx";
import { type Page, usePage, usePageData } from "../page/PageContext.ts";
import { Panel } from "../ui/Panel.tsx";
import { CultivarCard } from "./catalogue/CultivarCard.tsx";
import { CultivarFilters } from "./CultivarFilters.tsx";
import {
  activeFilters,
  type CatalogueState,
  unfiltered,
  queryOf,
  searchCatalogue,
  stateOf,
} from "./catalogueSearch.ts";
import { type CatalogueIndex, filterNames, type IndexEntry } from "../contracts/cultivar.ts";
import "./CultivarListPage.css";

const oftenLookedFor = ["yabukita", "okumidori", "saemidori", "benifuki", "gokou"];

interface ListProps {
  readonly state: CatalogueState;
  readonly index: CatalogueIndex;
}

function titleOf({ t }: Page, { state, index }: ListProps): string {
  const chosen = filterNames.flatMap(
    (name) => index.filters[name].find(({ id }) => id === state[name])?.name ?? [],
  );
  const filters = [state.search, ...chosen].filter(Boolean).join(", ");
  if (filters) return t("cultivars.meta.filtered", { filters });
  if (state.page > 1) return t("cultivars.meta.page", { page: state.page });
  return t("cultivars.meta.title", { count: index.cultivars.length });
}

function descriptionOf({ t }: Page, { state, index }: ListProps): string {
  const count = index.cultivars.length;
  return state.page > 1
    ? t("cultivars.meta.pageDescription", { count, page: state.page })
    : t("cultivars.meta.description", { count });
}

function ListHead({ state, index }: ListProps) {
  const page = usePage();
  const isPlain = queryOf({ ...state, page: 1 }) === "";
  return (
    <PageHead
      title={titleOf(page, { state, index })}
      description={descriptionOf(page, { state, index })}
      query={isPlain ? queryOf(state) : ""}
      {...(isPlain ? {} : { indexed: false })}
    />
  );
}

function Nothing({ all }: { readonly all: readonly IndexEntry[] }) {
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

interface LastTileProps {
  readonly state: CatalogueState;
  readonly found: readonly IndexEntry[];
}

/** The last tile, as wide as the rest of its row: ten more cards, or that all are shown. */
function LastTile({ state, found }: LastTileProps) {
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
    <p className="cultivar-list-more">
      <a href={`${address}#c-${next.id}`}>
        {t("cultivars.more", { next: Math.min(cultivarPageSize, remaining), remaining })}
      </a>
    </p>
  );
}

interface ResultsHeadProps {
  readonly state: CatalogueState;
  readonly count: number;
  readonly onReset: () => void;
}

/** The number of results, and a link that clears search and filters. */
function ResultsHead({ state, count, onReset }: ResultsHeadProps) {
  const { language, t } = usePage();
  const filters = activeFilters(state);
  return (
    <div className="cultivar-list-head">
      <h2 id="results" className="cultivar-list-count" aria-live="polite">
        {t("cultivars.results.count", { count })}
      </h2>
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

export default function CultivarListPage() {
  const { language, t } = usePage();
  const query = useQuery();
  const go = useReplace();
  const index = usePageData("catalogueIndex");
  const all = index.cultivars;
  const state = stateOf(query, index);
  const { found, near } = searchCatalogue(all, state);
  const change = (part: Partial<CatalogueState>) => {
    const next = { ...state, page: 1, ...part };
    go(pathFor("cultivars", language) + queryOf(next));
  };

  return (
    <div className="cultivar-list">
      <ListHead state={state} index={index} />
      <header className="page-title">
        <h1>{t("cultivars.title")}</h1>
        <p>{t("cultivars.lead", { count: all.length })}</p>
      </header>
      <CultivarFilters
        filters={index.filters}
        state={state}
        found={found.length}
        onChange={change}
      />
      <section aria-labelledby="results">
        <ResultsHead state={state} count={found.length} onReset={() => change(unfiltered)} />
        {near && <p>{t("cultivars.results.near", { search: state.search })}</p>}
        {found.length === 0 ? (
          <Nothing all={all} />
        ) : (
          <div className="cultivar-grid">
            {found.slice(0, state.page * cultivarPageSize).map((cultivar) => (
              <CultivarCard key={cultivar.id} cultivar={cultivar} rank="h3" />
            ))}
            <LastTile state={state} found={found} />
          </div>
        )}
      </section>
    </div>
  );
}
