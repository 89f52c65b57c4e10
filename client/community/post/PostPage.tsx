/** Stands here until the page is drawn. */
export default function PostPage() {
  return null;
}
