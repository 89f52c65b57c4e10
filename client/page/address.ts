/** The address of the page for components: path, query, replacing it, and clicks on links to others. */
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

/** Returns path and query of the address. */
export function usePath(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

/**
 * Adds the present fragment to a pressed link to the same page in another language; the worker,
 * which renders the link, does not know fragments.
 */
export function keepFragment(link: HTMLAnchorElement): void {
  link.href = link.href.split("#")[0] + location.hash;
}

/**
 * Returns the parsed query of the address. react-router's `useSearchParams` would add 5 KB to every
 * first view for its form handling.
 */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/**
 * Returns the key of the history entry; it stays the same when only the entry's query is replaced.
 */
export function useEntry(): string {
  return useLocation().key;
}

/** Returns a function that replaces the present entry of the history by another address. */
export function useReplace(): (path: string) => void {
  const navigate = useNavigate();
  return useCallback((path) => void navigate(path, { replace: true }), [navigate]);
}

/** Returns whether a click is one that opens a link in this tab, by the first button alone. */
export function isPlainClick(
  event: Pick<MouseEvent, "button" | "metaKey" | "ctrlKey" | "shiftKey" | "altKey">,
): boolean {
  const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  return event.button === 0 && !isModified;
}
