/** Broadcasts a member's likes and changes to their other tabs. */

const name = "posts";

export function publishToTabs(id: number): void {
  const channel = new BroadcastChannel(name);
  channel.postMessage(id);
  channel.close();
}

/** Returns a function that unsubscribes. */
export function subscribeToTabs(onChange: (id: number) => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    if (Number.isInteger(data)) onChange(data);
  };
  return () => channel.close();
}
