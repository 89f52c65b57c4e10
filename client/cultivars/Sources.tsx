/** What a record rests on: every source by title and publisher, and how sure we are. */
import { writtenIn } from "../language/excerpt.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import type { CultivarView } from "../contracts/cultivar.ts";
import "./Sources.css";

export function Sources({ cultivar }: { readonly cultivar: CultivarView }) {
  const { t } = usePage();
  return (
    <section className="cultivar-section">
      <h2>{t("cultivar.sources")}</h2>
      <p className="sources-confidence" data-confidence={cultivar.confidence}>
        <b>{t("cultivar.confidence.label")}</b> {t(`cultivar.confidence.${cultivar.confidence}`)}
      </p>
      <ol className="sources-list">
        {cultivar.sources.map(({ title, publisher, url }) => (
          <li key={url}>
            <a href={url} rel="noopener" lang={writtenIn(title)}>
              {title}
            </a>
            <span lang={writtenIn(publisher)}>{publisher}</span>
          </li>
        ))}
      </ol>
      <p>
        <PageLink to="contact">{t("cultivar.report")}</PageLink>
      </p>
    </section>
  );
}
