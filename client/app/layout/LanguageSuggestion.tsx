/** Suggests the page in the reader's language when it differs; dismissible. */
import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { detectLanguage } from "../../language/detect.ts";
import { usePage } from "../../page/PageContext.ts";
import "./LanguageSuggestion.css";

// The offer is optional: without its code the page works as before.
const LanguageOffer = lazy<ComponentType<{ readonly onDismiss: () => void }>>(() =>
  import("./LanguageOffer.tsx").catch(() => ({ default: () => null })),
);

/**
 * Renders the offer of the reader's language if the page has the other one; nothing for members,
 * who have a setting.
 */
export function LanguageSuggestion() {
  const { language, viewer } = usePage();
  const [isOffered, offer] = useState(false);
  useEffect(() => offer(detectLanguage() !== language), [language]);
  // A member's language is set in the profile.
  if (!isOffered || viewer) return null;
  return (
    <Suspense>
      <LanguageOffer onDismiss={() => offer(false)} />
    </Suspense>
  );
}
