/** All sources of the catalogue; collapsed, because they are hundreds. */
import { writtenIn } from "../contracts/language.ts";
import { partialDateText } from "../language/partialDates.ts";
import { usePage, usePageData } from "../page/PageContext.ts";

/** Renders all sources of the catalogue, collapsed; a part that the worker renders. */
export default function SourceList() {
  const { language, t } = usePage();
  const sources = usePageData("sources");
  return (
    <details className="legal-text-sources">
      <summary>{t("databaseInfo.list.heading", { count: sources.length })}</summary>
      <ul>
        {sources.map(({ title, publisher, url, isFrontPage, unreachable }) => (
          <li key={url}>
            <a href={url} rel="noopener" lang={writtenIn(title)}>
              {title}
            </a>{" "}
            <small lang={writtenIn(publisher)}>{publisher}</small>
            {isFrontPage && <small> ({t("databaseInfo.list.front")})</small>}
            {unreachable && (
              <small>
                {" "}
                {t("databaseInfo.list.unreachable", {
                  date: partialDateText(unreachable, language),
                })}
              </small>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
