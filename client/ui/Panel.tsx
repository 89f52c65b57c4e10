/** A framed message, alone on a page or inside one: not found, empty, failed or sent. */
import type { ReactNode } from "react";
import "./Panel.css";

interface PanelProps {
  readonly title: ReactNode;
  /** "page" contains the page's only heading; "inside" is below one. */
  readonly level?: "page" | "inside";
  readonly role?: "alert" | "status";
  readonly children: ReactNode;
}

/** Renders a framed message; its title is the page's heading unless `level` says otherwise. */
export function Panel({ title, level = "page", role, children }: PanelProps) {
  return (
    <section className="panel" role={role}>
      {level === "page" ? (
        <h1 className="panel-title">{title}</h1>
      ) : (
        <h2 className="panel-title">{title}</h2>
      )}
      {children}
    </section>
  );
}
