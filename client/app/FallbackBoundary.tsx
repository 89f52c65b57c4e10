/** Catches what no page expected to go wrong, and shows the fallback screen instead of a blank page. */
import { Component, type ReactNode } from "react";
import { FallbackScreen } from "./FallbackScreen.tsx";

interface Props {
  readonly children: ReactNode;
}

export class FallbackBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const reload = () => {
      this.setState({ failed: false });
      location.reload();
    };
    return <FallbackScreen onReload={reload} />;
  }
}
