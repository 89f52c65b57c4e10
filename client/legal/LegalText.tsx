/** Layout of a static page: title, lead, sections and paragraphs. */
import type { ReactNode } from "react";
import { isDatedText, textDates } from "../contracts/legal/textDates.ts";
import type { MessageKey } from "../contracts/locales.ts";
import { WholeNames, namesIn } from "../page/text/WholeNames.tsx";
import { partialDateText } from "../language/partialDates.ts";
import { PageHead } from "../page/PageHead.tsx";
import { usePage } from "../page/PageContext.ts";
import { Phrases } from "../page/text/Phrases.tsx";
import "./LegalText.css";

type LegalFile =
  | "about"
  | "terms"
  | "privacy"
  | "legal"
  | "databaseInfo"
  | "conflicts"
  | "unconfirmed"
  | "contact"
  | "guidelines";

interface LegalPageProps {
  readonly file: LegalFile;
  /** Path of the page's feed, as in `PageHead`. */
  readonly feed?: string;
  readonly children: ReactNode;
}

/** Renders a static page with the texts of its locale file; the sections are its children. A text with a date of its last change shows it. */
export function LegalPage({ file, feed, children }: LegalPageProps) {
  const { language, site, t } = usePage();
  const named = { site: site.name };
  return (
    <article className="legal-text">
      <PageHead
        title={t(`${file}.meta.title`, named)}
        description={t(`${file}.meta.description`, named)}
        feed={feed}
      />
      <header className="page-title">
        <h1>
          <Phrases text={t(`${file}.title`)} />
        </h1>
        <p>{t(`${file}.lead`, named)}</p>
        {isDatedText(file) && (
          <p className="legal-text-updated">
            {t(`${file}.updated`, { date: partialDateText(textDates[file], language) })}
          </p>
        )}
      </header>
      {children}
    </article>
  );
}

/** Renders a text in which Japanese words within English are marked, and names and dates in Japanese stay whole. */
export function RunningText({ text }: { readonly text: string }) {
  return <WholeNames text={text} names={namesIn(text)} />;
}

/** Renders a text as paragraphs, which blank lines divide. */
export function Paragraphs({ text }: { readonly text: string }) {
  return text.split("\n\n").map((paragraph) => (
    <p key={paragraph}>
      <RunningText text={paragraph} />
    </p>
  ));
}

interface SectionProps {
  /** Fragment that other pages link to. */
  readonly id?: string;
  readonly heading: MessageKey;
  readonly body?: MessageKey;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly children?: ReactNode;
}

/** Renders a section with heading, text and more content. */
export function Section({ id, heading, body, params, children }: SectionProps) {
  const { site, t } = usePage();
  return (
    <section className="legal-text-section" id={id}>
      <h2>
        <Phrases text={t(heading)} />
      </h2>
      {body && <Paragraphs text={t(body, { site: site.name, ...params })} />}
      {children}
    </section>
  );
}
