/** Parts of pages that the worker renders; of the first page the browser keeps their HTML. */
import type { PageName } from "../contracts/routes.ts";
import type { ServerPartLoaders } from "../page/PageLibrary.ts";

export const serverParts: Readonly<Partial<Record<PageName, ServerPartLoaders>>> = {
  home: {
    load: () => import("../home/Today.tsx"),
    messages: ["site/today"],
    queries: ["catalogueIndex", "newestPosts"],
  },
  cultivars: {
    load: () => import("../cultivars/views/ResultViews.tsx"),
    messages: ["site/resultViews"],
    queries: [],
  },
  cultivar: {
    load: () => import("../cultivars/observations/Observations.tsx"),
    messages: ["observations"],
    queries: ["observations"],
  },
  statistics: {
    load: () => import("../explore/overview/StatisticsPart.tsx"),
    messages: ["site/overview", "site/statistics"],
    queries: ["statistics"],
  },
  timeline: {
    load: () => import("../explore/overview/TimelinePart.tsx"),
    messages: ["site/overview", "site/timeline"],
    queries: ["timeline"],
  },
  breeders: {
    load: () => import("../explore/overview/BreedersPart.tsx"),
    messages: ["site/overview", "site/breeders"],
    queries: ["breeders"],
  },
  breeder: {
    load: () => import("../explore/overview/BreederPart.tsx"),
    messages: ["site/overview", "site/breeders"],
    queries: ["breeder"],
  },
  databaseInfo: {
    load: () => import("../legal/SourceList.tsx"),
    messages: ["site/databaseInfo"],
    queries: ["sources"],
  },
  map: {
    load: () => import("../explore/map/MapPart.tsx"),
    messages: ["site/overview", "site/map", "site/prefectures"],
    queries: ["map"],
  },
  calendar: {
    load: () => import("../explore/calendar/CalendarPart.tsx"),
    messages: ["site/overview", "site/calendar", "cultivars", "observations"],
    queries: ["calendar"],
  },
  prefecture: {
    load: () => import("../explore/map/PrefecturePart.tsx"),
    messages: ["site/overview", "site/breeders", "site/prefectures"],
    queries: ["prefecture"],
  },
  pedigree: {
    load: () => import("../explore/pedigree/PedigreePart.tsx"),
    messages: ["site/overview", "site/pedigree", "lineage", "relation", "cultivar"],
    queries: ["pedigree", "genealogy"],
  },
  search: {
    load: () => import("../explore/search/SearchResults.tsx"),
    messages: ["cultivars"],
    queries: ["catalogueIndex", "findEntries", "siteIndex", "found"],
  },
  compare: {
    load: () => import("../cultivars/comparison/Comparison.tsx"),
    messages: ["cultivars", "cultivar", "observations", "relation"],
    queries: ["compared", "genealogy"],
  },
};
