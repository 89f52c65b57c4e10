/** Storage key of the session marker; a file of its own, because every page includes it. */

export const markerKey = "sb-auth-token";
