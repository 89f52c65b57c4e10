/** The commercial-transaction notice: a table of the operator's details. */
import type { ReactNode } from "react";
import { MixedText } from "../page/text/MixedText.tsx";
import { usePage, usePageData } from "../page/PageContext.ts";
import { LegalPage } from "./LegalText.tsx";

const fixed = ["price", "payment", "delivery", "returns"] as const;

/** Renders a detail of the operator; a missing one is marked clearly as missing. */
function Particular({ value }: { readonly value: string | null }) {
  const { t } = usePage();
  if (value === null) return <em className="legal-text-unset">{t("legal.unset")}</em>;
  return <MixedText text={value} />;
}

/** Renders a label and a detail of the operator. */
function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>{children}</td>
    </tr>
  );
}

/** Renders the legal notice. An unset representative, address or e-mail is marked, an unset name has no row. */
export default function CommercePage() {
  const { site, t } = usePage();
  const { name, representative, address, phone, email } = usePageData("operator");
  return (
    <LegalPage file="legal">
      <table className="legal-text-table">
        <tbody>
          <Row label={t("legal.rows.site.label")}>
            {site.name}
            <br />
            <a href={site.origin}>{site.origin}</a>
          </Row>
          {name && (
            <Row label={t("legal.rows.name.label")}>
              <Particular value={name} />
            </Row>
          )}
          <Row label={t("legal.rows.representative.label")}>
            <Particular value={representative} />
          </Row>
          <Row label={t("legal.rows.address.label")}>
            <Particular value={address} />
          </Row>
          <Row label={t("legal.rows.phone.label")}>{phone ?? t("legal.rows.phone.value")}</Row>
          <Row label={t("legal.rows.email.label")}>
            {email ? <a href={`mailto:${email}`}>{email}</a> : <Particular value={null} />}
          </Row>
          {fixed.map((row) => (
            <Row key={row} label={t(`legal.rows.${row}.label`)}>
              {t(`legal.rows.${row}.value`)}
            </Row>
          ))}
        </tbody>
      </table>
      <p className="legal-text-note">{t("legal.note", { site: site.name })}</p>
    </LegalPage>
  );
}
