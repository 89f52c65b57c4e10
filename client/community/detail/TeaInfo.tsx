/** Details of a post: tea type, cultivar, place, price, time and method, as far as given. */
import { useCultivarNames } from "../../cultivars/catalogue/useCatalogue.ts";
import { prefectureName } from "../../contracts/prefectures.ts";
import { teaTypeName } from "../../contracts/reference.ts";
import { numberText } from "../../language/dates.ts";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { PostView } from "../../wire/types.generated.ts";
import { ListLink } from "../ListLink.tsx";
import { Stars } from "../Stars.tsx";
import "./TeaInfo.css";

/** Returns the names of a post's cultivar; undefined for none or an unknown id. */
function useCultivar(id: string | null) {
  const names = useCultivarNames();
  return id !== null && Object.hasOwn(names, id) ? names[id] : undefined;
}

/**
 * Returns the names of a post's tea type, cultivar and prefecture, as far as given, for the tags of
 * its page.
 */
export function useTeaTags(post: PostView): readonly string[] {
  const { language } = usePage();
  const cultivar = useCultivar(post.tea_variety);
  const { tea_type, prefecture } = post;
  return [
    tea_type && teaTypeName(tea_type, language),
    cultivar?.name,
    prefecture && prefectureName(prefecture, language),
  ].filter((word) => word !== null && word !== undefined);
}

/** Renders the name of a cultivar as a link; the id if the catalogue has no such record. */
function CultivarLink({ id }: { readonly id: string }) {
  const cultivar = useCultivar(id);
  if (cultivar === undefined) return id;
  return (
    <PageLink to="cultivar" params={{ id }}>
      {cultivar.name}
    </PageLink>
  );
}

/** Returns names and values of the facts that the author gave, in reading order. */
function useFacts(post: PostView) {
  const { language, t } = usePage();
  const { tea_type, tea_variety, prefecture, rating, price_yen } = post;
  const price = price_yen !== null && t("postDetail.info.yen", { price: numberText(price_yen) });
  // The author's text is in the post's language.
  /** Renders a text of the author in the post's language. */
  const own = (words: string | null) =>
    words && (
      <span lang={post.language} dir="auto">
        {words}
      </span>
    );
  /** Renders a value as a link to the posts with it. */
  const list = (field: "tea_type" | "prefecture", name: string) => (
    <ListLink post={post} field={field}>
      {name}
    </ListLink>
  );
  const facts = [
    ["rating", rating && <Stars rating={rating} />],
    ["teaType", tea_type && list("tea_type", teaTypeName(tea_type, language))],
    ["cultivar", tea_variety && <CultivarLink id={tea_variety} />],
    ["prefecture", prefecture && list("prefecture", prefectureName(prefecture, language))],
    ["shopName", own(post.shop_name)],
    ["price", price],
    ["harvestPeriod", own(post.harvest_period)],
    ["processingMethod", own(post.processing_method)],
  ] as const;
  return facts.filter(([, value]) => value);
}

/** Renders a post's facts about its tea; nothing without any. */
export function TeaInfo({ post }: { readonly post: PostView }) {
  const { t } = usePage();
  const cultivar = useCultivar(post.tea_variety);
  const facts = useFacts(post);
  if (facts.length === 0) return null;
  return (
    <section className="tea-info" aria-labelledby="tea-info">
      <h2 id="tea-info" className="tea-info-heading">
        {t("postDetail.info.heading")}
      </h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} className="tea-info-fact">
            <dt>{t(`postDetail.info.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {cultivar && (
        <p className="tea-info-upright" lang="ja" aria-hidden="true">
          {cultivar.nameJa}
        </p>
      )}
    </section>
  );
}
