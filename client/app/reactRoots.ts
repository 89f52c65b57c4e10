/** React's roots; the errors that React prepares while it loads have no stacks, see decision 307. */
// First: it ends the stacks before React loads.
import { resumeStacks } from "./errorStacks.ts";

export { createRoot, hydrateRoot } from "react-dom/client";

resumeStacks();
