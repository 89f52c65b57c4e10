/** The sources of a record with title and publisher, and its confidence. */
import { writtenIn } from "../contracts/language.ts";
import { useFragment } from "../page/fragments.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import type { CultivarView } from "../contracts/cultivar.ts";
import "./Sources.css";

type SourcesProps = Pick<CultivarView, "confidence" | "sources">;

function SourcesContent({ confidence, sources }: SourcesProps) {
  const { t } = usePage();
  return (
    <>
      <h2>{t("cultivar.sources")}</h2>
      <p className="sources-confidence" data-confidence={confidence}>
        <b>{t("cultivar.confidence.label")}</b> {t(`cultivar.confidence.${confidence}`)}
      </p>
      <ol className="sources-list">
        {sources.map(({ title, publisher, url }) => (
          <li key={url}>
            <a href={url} rel="noopener" lang={writtenIn(title)}>
              {title}
            </a>
            <span lang={writtenIn(publisher)}>{publisher}</span>
          </li>
        ))}
      </ol>
      <p className="sources-report">
        <PageLink to="contact">{t("cultivar.report")}</PageLink>
      </p>
    </>
  );
}

export function Sources({ confidence, sources }: SourcesProps) {
  const inside = useFragment(<SourcesContent confidence={confidence} sources={sources} />);
  return <section className="cultivar-section" {...inside} />;
}
