/**
 * The result of a form of collections, which the host writes into the query of the next address.
 */
import {
  collectionNameCharacters,
  collectionPosts,
  collections as collectionsMost,
} from "../../contracts/limits.generated.ts";
import { useQuery } from "../../page/address.ts";
import { usePage } from "../../page/PageContext.ts";
import { useFormRefusal } from "../../page/useFormRefusal.ts";

const acts = ["create", "change", "delete", "add", "remove"] as const;

/** The host's reasons for a refusal, and the numbers that they name. */
const errors = {
  blank: {},
  long: { most: collectionNameCharacters },
  signs: {},
  taken: {},
  many: { most: collectionsMost },
  full: { most: collectionPosts },
  unknown: {},
} as const;

/** Returns whether the text is a reason of refusal that has a message. */
function isKnown(reason: string): reason is keyof typeof errors {
  return Object.hasOwn(errors, reason);
}

/** Renders what the last form changed, or why the host refused it; nothing without a form. */
export function Outcome() {
  const { t } = usePage();
  const outcome = useQuery().get("collections");
  const refusal = useFormRefusal(outcome);
  if (outcome === null) return null;
  const act = acts.find((one) => one === outcome);
  if (act) return <p role="status">{t(`collections.done.${act}`)}</p>;
  const text = isKnown(outcome)
    ? t(`collections.errors.${outcome}`, errors[outcome])
    : t("collections.errors.failed");
  return (
    <p role="alert" className="collection-error">
      {refusal ?? text}
    </p>
  );
}
