/** How much the catalogue holds; a contract test counts the shared files and compares. */

export const catalogueFigures = {
  cultivars: 120,
  sources: 154,
  lineages: 14,
  confidence: { high: 87, medium: 30, low: 3 },
  checkedYear: 2026,
  version: "1.0.0",
  published: "2026-11-21",
  modified: "2026-11-21",
  /** About so large are the open files; to the byte it depends on the site's own address. */
  downloads: { json: "440 KB", csv: "150 KB" },
} as const;
