/** Limits shared by host and client; written by client/app/generate.mjs from shared/limits.json. */
export const allowances = [{"publicPosts":0,"days":0,"posts":5,"comments":15,"links":2}, {"publicPosts":3,"days":2,"posts":7,"comments":20,"links":4}, {"publicPosts":6,"days":4,"posts":8,"comments":25,"links":6}, {"publicPosts":10,"days":7,"posts":10,"comments":30,"links":null}];
