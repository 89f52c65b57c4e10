/** Fallback screen for unexpected errors. Its texts are in this file, because the locale files may have failed to load. */
import { Component, type ReactNode } from "react";
import type { Language } from "../contracts/language.ts";
import "./FallbackScreen.css";

/** Title, text and button in each language. */
const texts = {
  ja: [
    "エラーが発生しました",
    "アプリケーションで予期しないエラーが発生しました。 ページを更新してから再度お試しください。",
    "ページを更新",
  ],
  en: [
    "An error occurred",
    "An unexpected error occurred in the application. Please reload the page and try again.",
    "Reload the page",
  ],
};

interface ScreenProps {
  readonly language: Language;
  readonly onReload: () => void;
}

/** Renders after a crash that the page must be reloaded. */
export function FallbackScreen({ language, onReload }: ScreenProps) {
  const [title, body, reload] = texts[language];
  return (
    <main className="fallback-screen" lang={language}>
      <div className="fallback-screen-card" role="alert">
        <svg className="fallback-screen-icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 3 22 20H2z M12 10v5 M12 17.5v.5" />
        </svg>
        <h1 className="fallback-screen-title">{title}</h1>
        <p>{body}</p>
        <button className="button" type="button" onClick={onReload}>
          {reload}
        </button>
      </div>
    </main>
  );
}

interface Props {
  readonly language: Language;
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
    return <FallbackScreen language={this.props.language} onReload={reload} />;
  }
}
