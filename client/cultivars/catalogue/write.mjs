/** Writes the catalogue's views: `node client/cultivars/catalogue/write.mjs build/catalogue`. */
import { writeViews } from "./writeViews.ts";

const [, , folder = "build/catalogue"] = process.argv;
writeViews(folder);
