/** Lets the modules of the client share one import of React and of its JSX functions. */
import react from "react";
import jsxRuntime from "react/jsx-runtime";

const modules = { react, "react/jsx-runtime": jsxRuntime };
const namespace = "shared React";

/** React's modules are CommonJS, which the bundler would wrap once for each module that imports them. */
export const sharedReact = {
  name: namespace,
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ kind, importer, path, ...from }) => {
      // Packages import React as a whole, and the modules made below import the real one.
      const isOwn = from.namespace === "file" && !importer.includes("/node_modules/");
      if (kind !== "import-statement" || !isOwn) return undefined;
      return { path, namespace, sideEffects: false };
    });
    onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `export { ${Object.keys(modules[path]).join()} } from ${JSON.stringify(path)};`,
      resolveDir: ".",
    }));
  },
};
