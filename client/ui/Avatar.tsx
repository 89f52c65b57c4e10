/** Who somebody is, in a circle: their picture, else the first letter of their name. */
import "./Avatar.css";

interface AvatarProps {
  readonly src: string | null;
  readonly name: string;
  readonly size: "small" | "large";
}

function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? "";
}

/** The name always stands beside it, so the picture itself says nothing. */
export function Avatar({ src, name, size }: AvatarProps) {
  const className = `avatar avatar-${size}`;
  if (src) {
    // Put off until it is near: React asks the browser to fetch every other picture before the styles.
    return <img className={className} src={src} alt="" width={96} height={96} loading="lazy" />;
  }
  return (
    <span className={className} aria-hidden="true">
      {initialOf(name)}
    </span>
  );
}
