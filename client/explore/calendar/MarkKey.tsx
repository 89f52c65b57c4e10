/** Key of the marks in a drawing of the calendar. */

interface MarkKeyProps {
  /** Class, radius in pixels and meaning of each mark. */
  readonly marks: readonly (readonly [className: string, radius: number, meaning: string])[];
}

/** Explains the marks of a drawing of the calendar; each is drawn as it is there. */
export function MarkKey({ marks }: MarkKeyProps) {
  return (
    <p className="calendar-key">
      {marks.map(([className, radius, meaning]) => (
        <span key={meaning}>
          <svg aria-hidden="true">
            <circle className={className} cx="8" cy="10" r={radius} />
          </svg>
          {meaning}
        </span>
      ))}
    </p>
  );
}
