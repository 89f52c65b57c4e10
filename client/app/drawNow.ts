/** Draws a page at once, where the next line must see what it drew. */
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import type { Root } from "react-dom/client";

export function drawNow(root: Root, page: ReactNode): void {
  flushSync(() => root.render(page));
}
