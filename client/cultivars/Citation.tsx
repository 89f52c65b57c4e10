/** How to cite a record: one line to copy, and files for reference managers. */
import type { CultivarView } from "../contracts/cultivar.ts";
import { catalogueFigures } from "../contracts/figures.ts";
import { dateText } from "../language/dates.ts";
import { pathFor } from "../language/paths.ts";
import { MixedText } from "../page/MixedText.tsx";
import { usePage } from "../page/PageContext.ts";
import { ShareButton } from "../page/ShareButton.tsx";

const forms = { bib: "BibTeX", ris: "RIS", "csl.json": "CSL-JSON", json: "JSON" } as const;
const endings = ["bib", "ris", "csl.json", "json"] as const;

export function Citation({ cultivar }: { readonly cultivar: CultivarView }) {
  const { language, now, site, t } = usePage();
  const { id, nameJa, nameEn } = cultivar;
  const both = language === "ja" ? `${nameJa}（${nameEn}）` : `${nameEn} (${nameJa})`;
  const name = nameJa === nameEn ? nameEn : both;
  const url = site.origin + pathFor("cultivar", language, { id });
  const { version } = catalogueFigures;
  const cited = { name, site: site.name, version, url, date: dateText(now, language) };
  return (
    <section className="cultivar-section">
      <h2>{t("cultivar.cite")}</h2>
      <p className="citation">
        <MixedText text={t("cultivar.citeText", cited)} />
      </p>
      <p className="citation-forms">
        <ShareButton title={name} url={url} />
        {endings.map((ending) => (
          <a key={ending} href={`/data/v1/cultivars/${id}.${ending}`} download>
            {forms[ending]}
          </a>
        ))}
      </p>
    </section>
  );
}
