/** A line in large type that breaks only between phrases, also in browsers without `word-break: auto-phrase`. */
import { Fragment } from "react";
import "./Phrases.css";

// A Japanese phrase ends in kana or punctuation and the next begins in another script or a number;
// お and ご only begin one. A comma ends a phrase, and a parenthesis begins one, whatever is beside it.
const betweenPhrases =
  /(?<=[\u3041-\u3096\u300d\uff09])(?<![\u304a\u3054])(?=[\u4e00-\u9fff\u3005\u30a1-\u30fa\u300c\d])|(?<=[\u3001\u3002])|(?<!^)(?=\uff08)/;

/** Renders a text that may break only between its phrases. */
export function Phrases({ text }: { readonly text: string }) {
  return (
    <span className="phrases">
      {text.split(betweenPhrases).map((phrase, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {phrase}
        </Fragment>
      ))}
    </span>
  );
}
