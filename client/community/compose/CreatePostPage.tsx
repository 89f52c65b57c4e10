/** Stands here until the page is drawn. */
export default function CreatePostPage() {
  return null;
}
