/** The sources of a record with title and publisher, and its confidence. */
import { writtenIn } from "../contracts/language.ts";
import { spaceAfterSign } from "../language/facts.ts";
import { useFragment } from "../page/fragments.ts";
import { usePage } from "../page/PageContext.ts";
import { PageLink } from "../page/PageLink.tsx";
import type { CultivarView } from "../contracts/cultivar.ts";
import "./Sources.css";

type SourcesProps = Pick<CultivarView, "id" | "confidence" | "confidenceReason" | "sources">;

/** Renders the confidence of a record, its reason, and the list of sources. */
function SourcesContent({ id, confidence, confidenceReason, sources }: SourcesProps) {
  const { language, t } = usePage();
  return (
    <>
      <h2>{t("cultivar.sources")}</h2>
      <p className="sources-confidence" data-confidence={confidence}>
        <b>{t("cultivar.confidence.label")}</b> {t(`cultivar.confidence.${confidence}`)}
        {spaceAfterSign(language) + confidenceReason}
      </p>
      <ol className="sources-list">
        {sources.map(({ title, publisher, url, type, note }) => (
          <li key={url}>
            <a href={url} rel="noopener" lang={writtenIn(title)}>
              {title}
            </a>
            <span lang={writtenIn(publisher)}>{publisher}</span>{" "}
            <small>{t(`cultivar.sourceType.${type}`)}</small>
            {note && <small>{note}</small>}
          </li>
        ))}
      </ol>
      <p className="sources-report">
        <PageLink to="report" suffix={`?subject=cultivar:${id}`} rel="nofollow">
          {t("cultivar.report")}
        </PageLink>
      </p>
    </>
  );
}

/** Renders the section of sources as a fragment, whose HTML the worker caches. */
export function Sources(props: SourcesProps) {
  const inside = useFragment(<SourcesContent {...props} />);
  return <section className="cultivar-section" {...inside} />;
}
