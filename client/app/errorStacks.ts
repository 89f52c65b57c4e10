/** Stacks of errors: none from the import of this module until `resumeStacks` is called. */

const limit = Error.stackTraceLimit;
Reflect.deleteProperty(Error, "stackTraceLimit");

/** Gives later errors their stacks again; Firefox has no limit to restore. */
export function resumeStacks(): void {
  if (limit !== undefined) Error.stackTraceLimit = limit;
}
