/** Numbers as both languages write them: thousands are set apart by a comma. */
const grouped = new Intl.NumberFormat("en-US");

export function numberText(value: number): string {
  return grouped.format(value);
}
