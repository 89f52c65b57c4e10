/** Fallback screen for unexpected errors. Its texts are in this file, because the locale files may have failed to load. */
import { Component, type ReactNode } from "react";
import "./FallbackScreen.css";

const fallbackTitle = "エラーが発生しました";

/**
 * Renders after a crash that the page must be reloaded, in fixed Japanese, because loading the
 * messages may have failed.
 */
export function FallbackScreen({ onReload }: { readonly onReload: () => void }) {
  return (
    <main className="fallback-screen" lang="ja">
      <div className="fallback-screen-card" role="alert">
        <svg className="fallback-screen-icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 3 22 20H2z M12 10v5 M12 17.5v.5" />
        </svg>
        <h1 className="fallback-screen-title">{fallbackTitle}</h1>
        <p>
          アプリケーションで予期しないエラーが発生しました。
          ページを更新してから再度お試しください。
        </p>
        <button className="button" type="button" onClick={onReload}>
          ページを更新
        </button>
      </div>
    </main>
  );
}

interface Props {
  readonly children: ReactNode;
}

/** Error boundary that shows the fallback screen instead of a blank page. */
export class FallbackBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  /** Returns the state after a child threw an error. */
  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** Renders the children, or the fallback screen after an error. */
  override render() {
    if (!this.state.failed) return this.props.children;
    const reload = () => {
      this.setState({ failed: false });
      location.reload();
    };
    return <FallbackScreen onReload={reload} />;
  }
}
