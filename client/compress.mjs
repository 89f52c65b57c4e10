/** Compressed copies of the browser's files, which the host sends as they are. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes the brotli and the gzip copy of a file beside it; Node compresses in threads of its own. */
export async function compressFile(file) {
  const bytes = readFileSync(file);
  const copies = await Promise.all([brotli(bytes, options), zip(bytes, { level: 9 })]);
  writeFileSync(`${file}.br`, copies[0]);
  writeFileSync(`${file}.gz`, copies[1]);
}

/** Compresses all text files of a folder that have no compressed copies yet. */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .filter((file) => /\.(?:js|css|csv|svg|json|txt|webmanifest)$/.test(file));
  await Promise.all(files.filter((file) => !existsSync(`${file}.br`)).map(compressFile));
}
