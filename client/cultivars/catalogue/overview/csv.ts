/** Tables as CSV by RFC 4180, with the rules of the open data files. */

// A spreadsheet runs a cell that begins with one of these as a formula.
const formula = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
// A spreadsheet reads UTF-8 by this byte order mark.
const byteOrderMark = "\ufeff";

export type Cell = string | number;

/**
 * Writes a cell of a CSV file; texts that a spreadsheet would run as a formula get an
 * apostrophe.
 */
function cellText(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvText(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}
