/** Leads to the form that follows a thing; for members it becomes a button once its code and state are loaded. */
import { type ComponentType, useEffect, useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import type { Followed } from "../../wire/types.generated.ts";

export interface FollowLinkProps {
  readonly kind: Followed["kind"];
  readonly id: string;
}

/** Links to the account's list of follows; members get a button as soon as it is loaded. */
export function FollowLink({ kind, id }: FollowLinkProps) {
  const { viewer, t } = usePage();
  const [Button, setButton] = useState<ComponentType<FollowLinkProps>>();
  const isMember = viewer !== null;
  useEffect(() => {
    // Without the button's code the link stays.
    const load = async () => {
      const { FollowButton } = await import("./FollowButton.tsx");
      setButton(() => FollowButton);
    };
    if (isMember) load().catch(() => undefined);
  }, [isMember]);
  if (isMember && Button) return <Button key={id} kind={kind} id={id} />;
  return (
    <PageLink
      to="account"
      suffix={`?follow=${kind}:${id}#following`}
      className="button button-quiet"
      rel="nofollow"
    >
      {t("app.follow")}
    </PageLink>
  );
}
