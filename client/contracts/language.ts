/** The two languages of the site. */

export const languages = ["en", "ja"] as const;
export type Language = (typeof languages)[number];
