/** Leads to the form that follows a thing; for members it becomes a button once its code and state are loaded. */
import { type ComponentType, useEffect, useState } from "react";
import { pathFor } from "../../language/paths.ts";
import { usePage } from "../../page/PageContext.ts";
import type { Followed } from "../../wire/types.generated.ts";

export interface FollowLinkProps {
  readonly kind: Followed["kind"];
  readonly id: string;
  /** Whether the viewer follows it; left out, the button loads it. */
  readonly isFollowed?: boolean;
  /** Id of the element that names the thing, where a page has several buttons. */
  readonly describedBy?: string;
}

/**
 * Renders a link to the account's form of follows; for members a button replaces it as soon as that
 * is loaded.
 */
export function FollowLink(props: FollowLinkProps) {
  const { kind, id, describedBy } = props;
  const { viewer, language, t } = usePage();
  const [Button, setButton] = useState<ComponentType<FollowLinkProps>>();
  const isMember = viewer !== null;
  useEffect(() => {
    // Without the button's code the link stays.
    /** Loads the button. */
    const load = async () => {
      const { FollowButton } = await import("./FollowButton.tsx");
      setButton(() => FollowButton);
    };
    if (isMember) load().catch(() => undefined);
  }, [isMember]);
  if (isMember && Button) return <Button key={id} {...props} />;
  return (
    <a
      href={`${pathFor("account", language)}?follow=${kind}:${id}#following`}
      className="button button-quiet"
      rel="nofollow"
      aria-describedby={describedBy}
    >
      {t("app.follow")}
    </a>
  );
}
