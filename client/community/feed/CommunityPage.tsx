/** Stands here until the page is drawn. */
export default function CommunityPage() {
  return null;
}
