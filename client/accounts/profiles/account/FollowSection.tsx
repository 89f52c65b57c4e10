/** What the member follows, and what the address names to follow; forms that work without scripts. */
import { follows as followsMost } from "../../../contracts/limits.generated.ts";
import { prefectureName } from "../../../contracts/prefectures.ts";
import { teaTypeName } from "../../../contracts/reference.ts";
import { useCultivarNames } from "../../../cultivars/catalogue/useCatalogue.ts";
import { useQuery } from "../../../page/address.ts";
import { usePage, usePageData } from "../../../page/PageContext.ts";
import { useFormRefusal } from "../../../page/useFormRefusal.ts";
import { PageLink } from "../../../page/PageLink.tsx";
import { Phrases } from "../../../page/text/Phrases.tsx";
import type { FollowAsked } from "../../../wire/types.generated.ts";

const errors = ["self", "many", "unknown"] as const;

/** Renders the result of the form that was just sent, from the address; nothing without one. */
function Outcome() {
  const { t } = usePage();
  const outcome = useQuery().get("follows");
  const refusal = useFormRefusal(outcome);
  if (outcome === null) return null;
  if (outcome === "saved") return <p role="status">{t("account.follows.saved")}</p>;
  const known = errors.find((one) => one === outcome) ?? "failed";
  const text = t(`account.follows.errors.${known}`, { most: followsMost });
  return <p role="alert">{refusal ?? text}</p>;
}

/** Returns a function that names a followed member or subject in the page's language. */
function useNameOf(): (thing: FollowAsked) => string {
  const { language } = usePage();
  const cultivars = useCultivarNames();
  return ({ kind, id, name }) => {
    if (kind === "cultivar") return cultivars[id]?.name ?? id;
    if (kind === "prefecture") return prefectureName(id, language);
    return kind === "tea-type" ? teaTypeName(id, language) : (name ?? id);
  };
}

const pages = {
  cultivar: "cultivar",
  member: "member",
  prefecture: "prefecture",
  question: "post",
} as const;

/** Renders a followed member or subject as a link to its page or posts. */
function FollowedLink({ thing }: { readonly thing: FollowAsked }) {
  const name = useNameOf()(thing);
  if (thing.kind === "tea-type") {
    const suffix = `?category=review&tea_type=${thing.id}`;
    return (
      <PageLink to="community" suffix={suffix}>
        {name}
      </PageLink>
    );
  }
  return (
    <PageLink to={pages[thing.kind]} params={{ id: thing.id }}>
      <bdi>{name}</bdi>
    </PageLink>
  );
}

/** Renders the question whether to follow what the address names. */
function FollowQuestion({ asked }: { readonly asked: FollowAsked }) {
  const { t } = usePage();
  const name = useNameOf()(asked);
  return (
    <div className="hidden-asked">
      <h3>
        <Phrases text={t("account.follows.asked.title", { name })} />
      </h3>
      <p>{t("account.follows.asked.body")}</p>
      <p className="account-actions">
        <button type="submit" className="button" name="follow" value={`${asked.kind}:${asked.id}`}>
          {t("app.follow")}
        </button>
      </p>
    </div>
  );
}

/**
 * Renders the followed members and subjects, after the question about one that the address names.
 */
export function FollowSection() {
  const { language, viewer, t } = usePage();
  const data = usePageData("follows");
  const nameOf = useNameOf();
  if (data === null) return <p role="alert">{t("app.loadFailed.title")}</p>;
  const { follows, asked } = data;
  const isNew = asked && !follows.some(({ kind, id }) => kind === asked.kind && id === asked.id);
  return (
    <>
      <Outcome />
      <p>{t("account.follows.lead")}</p>
      <form
        className="hide-form"
        method="post"
        action={`/api/account/follows/form?language=${language}`}
      >
        <input type="hidden" name="member" value={viewer?.id ?? ""} />
        {isNew && <FollowQuestion asked={asked} />}
        {follows.length === 0 && <p className="quiet">{t("account.follows.none")}</p>}
        {follows.length > 0 && (
          <ul className="hidden-members">
            {follows.map((one) => (
              <li key={`${one.kind}:${one.id}`}>
                <span>
                  <FollowedLink thing={one} />{" "}
                  <small>{t(`account.follows.kinds.${one.kind}`)}</small>
                </span>
                <button
                  type="submit"
                  className="button button-quiet"
                  name="unfollow"
                  value={`${one.kind}:${one.id}`}
                >
                  {t("account.follows.end")}
                  <span className="visually-hidden"> {nameOf(one)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
      <p>
        <PageLink to="community" suffix="?following=1">
          {t("account.follows.feed")}
        </PageLink>
      </p>
    </>
  );
}
