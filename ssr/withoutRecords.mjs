/** Leaves out of a bundle what only the browser loads: a render is handed the one record that its page shows. */
export const withoutRecords = {
  name: "without records",
  setup({ onLoad }) {
    const filter = /build\/catalogue\/(?:cultivars|groups)\//;
    onLoad({ filter }, () => ({ contents: "", loader: "empty" }));
  },
};
