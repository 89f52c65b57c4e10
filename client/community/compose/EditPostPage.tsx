/** Stands here until the page is drawn. */
export default function EditPostPage() {
  return null;
}
