/** Key of the marks in a drawing of the calendar. */

interface MarkKeyProps {
  /** Class, radius in pixels and meaning of each mark. */
  readonly marks: readonly (readonly [className: string, radius: number, meaning: string])[];
}

/** Renders the legend of a drawing: each mark as it is drawn, with its meaning. */
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
