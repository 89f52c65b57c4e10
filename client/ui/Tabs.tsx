/** Views of one page as links; the current one is marked. */
import "./Tabs.css";

interface Tab {
  readonly id: string;
  readonly href: string;
  readonly text: string;
  readonly count?: string | undefined;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly current: string;
}

/** Renders links to the tabs of a page, with counts where they are known. */
export function Tabs({ label, tabs, current }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(({ id, href, text, count }) => (
        <a key={id} href={href} aria-current={id === current ? "page" : undefined}>
          {text} {count !== undefined && <span className="tabs-count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}
