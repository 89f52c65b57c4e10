/** Names of controls that every card of a list has. */

interface NameAttributes {
  readonly id: string;
  readonly "aria-labelledby": string;
}

/**
 * Returns the attributes of a control that is named by its own text, then by its post's heading, so
 * that a list of controls tells them apart: "Like 3 A kyusu of glass". Both arguments are ids.
 */
export function namedBy(id: string, heading: string): NameAttributes {
  return { id, "aria-labelledby": `${id} ${heading}` };
}
