/** A member's picture in a circle, else the initial of their name. */
import "./Avatar.css";

interface AvatarProps {
  readonly src: string | null;
  readonly name: string;
  readonly size: "small" | "large";
}

/** Returns the first character of a name as a capital; empty for an empty name. */
function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

/**
 * Renders a member's picture, or the initial of their name, without an alternative text: the name
 * is always beside it.
 */
export function Avatar({ src, name, size }: AvatarProps) {
  const className = `avatar avatar-${size}`;
  if (src) {
    // Lazy, because React requests eager pictures before the styles.
    return <img className={className} src={src} alt="" width={96} height={96} loading="lazy" />;
  }
  return (
    <span className={className} aria-hidden="true">
      {initialOf(name)}
    </span>
  );
}
