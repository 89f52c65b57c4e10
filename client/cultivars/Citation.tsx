/** How to cite a record: one line to copy, with the address that stays. */
import { pathFor } from "../language/paths.ts";
import { usePage } from "../page/PageContext.ts";
import type { CultivarView } from "../contracts/cultivar.ts";

export function Citation({ cultivar }: { readonly cultivar: CultivarView }) {
  const { language, site, t } = usePage();
  const { id, nameJa, nameEn } = cultivar;
  const both = language === "ja" ? `${nameJa}（${nameEn}）` : `${nameEn} (${nameJa})`;
  const name = nameJa === nameEn ? nameEn : both;
  const url = site.origin + pathFor("cultivar", language, { id });
  return (
    <section className="cultivar-section">
      <h2>{t("cultivar.cite")}</h2>
      <p className="citation">{t("cultivar.citeText", { name, site: site.name, url })}</p>
      <p className="cultivar-note">{t("cultivar.citeAccessed")}</p>
    </section>
  );
}
