/** What changes on the home page: the season, the cultivar of the day, the newest posts; and links to explore. */
import type { RouteName } from "../contracts/routes.ts";
import { CultivarCard } from "../cultivars/catalogue/CultivarCard.tsx";
import { featuredIds } from "../cultivars/catalogue/featured.ts";
import { dateText } from "../language/dates.ts";
import { excerpt } from "../language/excerpt.ts";
import { MixedText } from "../page/text/MixedText.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import { dayNumberInJapan, nextEightyEighthNight, startOfDay, termOn } from "./solarTerms.ts";
import "./Today.css";

const excerptCharacters = 60;
/** Coprime to the number of cultivars, so that each has its day and neighbours in the list are days apart. */
const stride = 37;

/**
 * Writes month and day of a day, given in days since 1970, without a place for a line break; the
 * season needs no year.
 */
function monthAndDay(day: number, language: "en" | "ja"): string {
  const date = dateText(new Date(startOfDay(day)).toISOString(), language);
  return language === "ja"
    ? date.slice(date.indexOf("年") + 1).replace("月", "月\u2060")
    : date.slice(0, date.indexOf(",")).replace(" ", "\u00a0");
}

/** Renders the solar term of the day, the next one, and the days until 八十八夜. */
function Season({ day }: { readonly day: number }) {
  const { language, t } = usePage();
  const { term, since, next, nextSince } = termOn(day);
  const night = nextEightyEighthNight(day);
  return (
    <div className="today-season">
      <p>
        {t("today.season", {
          term: t(`today.term.${term}`),
          since: monthAndDay(since, language),
          next: t(`today.term.${next}`),
          nextSince: monthAndDay(nextSince, language),
        })}
      </p>
      <p>
        {night === day
          ? t("today.night.today")
          : t("today.night.days", { count: night - day, date: monthAndDay(night, language) })}
      </p>
    </div>
  );
}

/**
 * Renders a cultivar that changes daily; a stride keeps neighbours in the order of ids days apart.
 */
function CultivarOfDay({ day }: { readonly day: number }) {
  const { t } = usePage();
  // Featured cultivars stand on this page anyway.
  const cultivars = usePageData("catalogueIndex")
    .cultivars.filter(({ id, kind }) => kind === null && !featuredIds.includes(id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const cultivar = cultivars[(day * stride) % cultivars.length];
  if (cultivar === undefined) return null;
  return (
    <section aria-labelledby="today-cultivar">
      <h2 id="today-cultivar">{t("today.cultivar")}</h2>
      <div className="today-card">
        <CultivarCard cultivar={cultivar} rank="h3" />
      </div>
    </section>
  );
}

/** Renders the newest posts; nothing without any. */
function NewestPosts() {
  const { language, t } = usePage();
  const posts = usePageData("newestPosts")?.posts ?? [];
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="today-notes">
      <h2 id="today-notes">{t("today.notes")}</h2>
      <ul className="today-notes">
        {posts.map(({ id, title, content, user, created_at: written, language: original }) => (
          <li key={id}>
            <PageLink to="post" params={{ id: String(id) }}>
              <span lang={original}>{title ?? excerpt(content, excerptCharacters)}</span>
            </PageLink>
            <p>
              <MixedText
                text={t("today.by", {
                  name: user?.display_name ?? t("today.leftMember"),
                  date: dateText(written, language),
                })}
              />
            </p>
          </li>
        ))}
      </ul>
      <p className="today-all">
        <PageLink to="community">{t("today.notesAll")}</PageLink>
      </p>
    </section>
  );
}

const doors = [
  "lineages",
  "pedigree",
  "relations",
  "compare",
  "statistics",
  "timeline",
  "breeders",
  "map",
  "calendar",
  "search",
  "conflicts",
  "databaseInfo",
] as const satisfies readonly RouteName[];

/** Renders links to the views of the catalogue. */
function ExploreLinks() {
  const { t } = usePage();
  return (
    <section className="home-section" aria-labelledby="explore">
      <h2 id="explore">{t("today.doors.title")}</h2>
      <ul className="today-doors">
        {doors.map((to) => (
          <li key={to}>
            <PageLink to={to}>{t(`today.doors.${to}`)}</PageLink>
            <p>{t(`today.doors.${to}Body`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders season, cultivar of the day, newest posts and links. */
export default function Today() {
  const { language, now, t } = usePage();
  const day = dayNumberInJapan(Date.parse(now));
  return (
    <>
      <section className="home-section today" aria-labelledby="today">
        <div>
          <h2 id="today">{t("today.title", { date: monthAndDay(day, language) })}</h2>
          <Season day={day} />
        </div>
        <CultivarOfDay day={day} />
        <NewestPosts />
      </section>
      <ExploreLinks />
    </>
  );
}
