/** The tabs of one browser tell each other what their member did to a post: the heart is the same in all. */

const name = "posts";

export function tellTabs(id: number): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(id);
  channel.close();
}

/** What is returned ends the listening. */
export function hearTabs(onChange: (id: number) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    if (Number.isInteger(data)) onChange(data);
  };
  return () => channel.close();
}
