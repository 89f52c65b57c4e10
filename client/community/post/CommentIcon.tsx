/** Renders the icon of the comments. */
export function CommentIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 4.5h16v11.5h-8.5L7 20v-4H4ZM8 8.7h8M8 12h5" />
    </svg>
  );
}
