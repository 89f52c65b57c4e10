/** The address of the page for components: path, query, and replacing it. */
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

/** Returns path and query of the address. */
export function usePath(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

/**
 * Returns the parsed query of the address. react-router's `useSearchParams` would add 5 KB to every
 * first view for its form handling.
 */
export function useQuery(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Returns the key of the history entry, which an address that replaces another one keeps. */
export function useEntry(): string {
  return useLocation().key;
}

/** Returns a function that replaces the present entry of the history by another address. */
export function useReplace(): (path: string) => void {
  const navigate = useNavigate();
  return useCallback((path) => void navigate(path, { replace: true }), [navigate]);
}
