/** A pedigree in a box that moves and scales it; without scripts the box scrolls. */
import { type ReactNode, useEffect, useRef } from "react";
import { usePage } from "../../page/PageContext.ts";
import { attachExplorer } from "./attachExplorer.ts";
import "./PictureExplorer.css";

interface ExplorerProps {
  /** One pedigree diagram. */
  readonly children: ReactNode;
}

/** Renders a pedigree with buttons that scale it; after hydration it can also be dragged. */
export function PictureExplorer({ children }: ExplorerProps) {
  const { t } = usePage();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? attachExplorer(place.current) : undefined), []);
  return (
    <div className="explorer" ref={place}>
      <fieldset className="explorer-controls needs-scripts">
        <legend className="visually-hidden">{t("lineage.picture.controls")}</legend>
        <button type="button" data-view="smaller">
          <span aria-hidden="true">−</span>
          <span className="visually-hidden">{t("lineage.picture.zoomOut")}</span>
        </button>
        <button type="button" data-view="larger">
          <span aria-hidden="true">+</span>
          <span className="visually-hidden">{t("lineage.picture.zoomIn")}</span>
        </button>
        <button type="button" data-view="whole">
          <span aria-hidden="true">⤢</span>
          <span className="visually-hidden">{t("lineage.picture.whole")}</span>
        </button>
      </fieldset>
      {children}
      <small className="needs-scripts">{t("lineage.picture.hint")}</small>
    </div>
  );
}
