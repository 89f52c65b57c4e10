/** Renders synchronously, where the next line must see the result. */
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import type { Root } from "react-dom/client";

export function renderNow(root: Root, page: ReactNode): void {
  flushSync(() => root.render(page));
}
