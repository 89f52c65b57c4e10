/** esbuild plugin that leaves the cultivar records out: a payload contains the one record that its page shows. */
export const withoutRecords = {
  name: "without records",
  setup({ onLoad }) {
    const filter = /build\/catalogue\/(?:cultivars|observations|groups)\//;
    onLoad({ filter }, () => ({ contents: "", loader: "empty" }));
  },
};
