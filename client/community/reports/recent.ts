/** Minutes after a sign-in in which moderators and administrators may decide, as on the host. */
export const recentMinutes = 15;
/** Most days of a suspension, as on the host. */
export const daysMost = 3650;
