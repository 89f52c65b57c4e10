/** Tables as CSV by RFC 4180, with the rules of the open data files. */

// A spreadsheet runs a cell that begins with one of these as a formula.
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
// A spreadsheet reads UTF-8 by this byte order mark.
const byteOrderMark = "\ufeff";

export type Cell = string | number;

/**
 * Returns a cell as text of a CSV file. A text that a spreadsheet would run as a formula gets an
 * apostrophe before it.
 */
function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns rows as the text of a CSV file, with a byte order mark, so that spreadsheets read UTF-8.
 */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}
