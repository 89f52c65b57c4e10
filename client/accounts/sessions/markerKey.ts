/** Where the marker of a session lies in the browser's storage; a file of its own, for every page carries it. */

export const markerKey = "sb-auth-token";
