/** Minutes after a sign-in in which acts of a role are allowed, as on the host. */
export const recentMinutes = 15;
