/** Registration, other names and id of a record. */
import { useEffect, useRef } from "react";
import { MixedText } from "../../page/text/MixedText.tsx";
import { usePage } from "../../page/PageContext.ts";
import { FieldMark } from "../claims/ClaimMark.tsx";
import { type CultivarProps, Fact, Row, ValueLink } from "./FactRow.tsx";

/**
 * Returns the decade of a text that begins with a year, such as "1990" of "1994 (registered)"; null
 * where it begins with none.
 */
function decadeOf(year: string): string | null {
  const [, decade] = /^(\d{3})\d/.exec(year) ?? [];
  return decade === undefined ? null : `${decade}0`;
}

/**
 * Renders the registrations of a record. If there are several, each has its own mark of sources,
 * because the plant variety right has other sources than the registration before it. A single one
 * gets its mark from the `Fact` around it.
 */
function Registration({ cultivar }: CultivarProps) {
  const { t } = usePage();
  const { registrations, lists } = cultivar;
  const lines = registrations.map((line, place) => (
    <ValueLink
      key={line}
      cultivar={cultivar}
      filter="register"
      value={lists.registrations[place] ?? null}
    >
      {line}
    </ValueLink>
  ));
  if (lines.length === 1) return lines;
  return (
    <ul>
      {lines.map((line, place) => (
        <li key={line.key}>
          {line}
          <FieldMark
            cultivar={cultivar}
            field={place === 0 ? "registration" : "registration.pvp"}
            label={place === 0 ? t("cultivar.registration") : t("cultivar.registrationRight")}
          />
        </li>
      ))}
    </ul>
  );
}

/**
 * Renders registration, other names and id, folded except in print: the style sheet opens it there,
 * or the event `beforeprint` in browsers without `::details-content`.
 */
export function Registry({ cultivar }: CultivarProps) {
  const { language, t } = usePage();
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const open = () => fold.current?.setAttribute("open", "");
    addEventListener("beforeprint", open);
    return () => removeEventListener("beforeprint", open);
  }, []);
  const { id, aliases, registration, registrations, registrationYear } = cultivar;
  return (
    <details ref={fold} className="cultivar-registry">
      <summary className="cultivar-fact">
        <span>{t("cultivar.registry")}</span> <span>{registration}</span>
      </summary>
      <dl>
        {registrations.length > 1 ? (
          <Row label={t("cultivar.registration")}>
            <Registration cultivar={cultivar} />
          </Row>
        ) : (
          <Fact cultivar={cultivar} field="registration" label={t("cultivar.registration")}>
            <Registration cultivar={cultivar} />
          </Fact>
        )}
        <Fact cultivar={cultivar} field="registration" label={t("cultivar.registrationYear")}>
          <ValueLink cultivar={cultivar} filter="decade" value={decadeOf(registrationYear)}>
            {registrationYear}
          </ValueLink>
        </Fact>
        {aliases.length > 0 && (
          <Row label={t("cultivar.aliases")}>
            <MixedText text={aliases.join(language === "ja" ? "、" : ", ")} />
          </Row>
        )}
        <Row label={t("cultivar.id")}>
          <code>{id}</code>
        </Row>
      </dl>
    </details>
  );
}
