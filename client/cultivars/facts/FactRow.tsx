/** Rows of the facts: a label, a value, the mark of its sources, and the value's link to its list. */
import type { ComponentProps, ReactNode } from "react";
import type { ClaimField, CultivarView } from "../../contracts/cultivar.ts";
import { FieldMark } from "../claims/ClaimMark.tsx";
import { ListLink } from "./ListLink.tsx";

export interface CultivarProps {
  readonly cultivar: CultivarView;
}

interface RowProps {
  readonly label: string;
  /** The mark of the value's sources. */
  readonly mark?: ReactNode;
  /** A paragraph below the value and its mark. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Renders a row of the list of facts: a label, a value, the mark of its sources and a note. */
export function Row({ label, mark, note, children }: RowProps) {
  return (
    <div className="cultivar-fact">
      <dt>{label}</dt>
      <dd>
        {children}
        {mark}
        {note}
      </dd>
    </div>
  );
}

/** Renders a row whose value is a drawing; the mark of the sources stands beside the label. */
export function DrawnFact({ cultivar, field, label, children }: FactProps) {
  return (
    <div className="cultivar-fact">
      <dt>
        {label}
        <FieldMark cultivar={cultivar} field={field} label={label} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface FactProps extends CultivarProps {
  readonly field: ClaimField;
  readonly label: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Renders a row whose value has the mark of the field's sources. */
export function Fact({ cultivar, field, label, note, children }: FactProps) {
  const mark = <FieldMark cultivar={cultivar} field={field} label={label} />;
  return (
    <Row label={label} mark={mark} note={note}>
      {children}
    </Row>
  );
}

type ValueLinkProps = Omit<ComponentProps<typeof ListLink>, "isListed"> & CultivarProps;

/**
 * Renders a value as a link to the list of cultivars filtered by it; plain text for a record that
 * is no cultivar.
 */
export function ValueLink({ cultivar, ...props }: ValueLinkProps) {
  return <ListLink isListed={cultivar.kind === null} {...props} />;
}
