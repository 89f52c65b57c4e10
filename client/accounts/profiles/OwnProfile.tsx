/** The own profile of the reader: its request, and what a page shows while it loads or after it failed. */
import { useEffect, useEffectEvent, useState } from "react";
import { usePage, usePageData } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Phrases } from "../../page/text/Phrases.tsx";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { profileRetryMs } from "../../contracts/limits.generated.ts";
import { findJson } from "../../wire/request.ts";
import type { CurrentMember } from "../../wire/types.generated.ts";
import "./OwnProfile.css";

/**
 * Renders why the own profile could not be loaded, and announces it; a null `error` is a profile
 * that does not exist.
 */
export function MeFailed({ error }: { readonly error: unknown }) {
  const { t } = usePage();
  const { alert, reason } = useNotify();
  const text = error === null ? t("profile.missing") : reason(error);
  const tell = useEffectEvent(() => alert(text));
  useEffect(() => tell(), []);
  return (
    <Panel title={<Phrases text={t("profile.failed")} />}>
      <p>{text}</p>
      <p className="panel-actions">
        <Button onPress={() => location.reload()}>{t("app.loadFailed.retry")}</Button>
      </p>
    </Panel>
  );
}

/** Renders the placeholder of a profile that is loading. */
export function ProfileLoading({ title }: { readonly title: string }) {
  const { t } = usePage();
  return (
    <div className="profile-loading" aria-busy="true">
      <h1 className="visually-hidden">{title}</h1>
      <p className="visually-hidden" role="status">
        {t("app.loading")}
      </p>
      <span className="profile-loading-picture" />
      <span className="profile-loading-line" />
      <span className="profile-loading-line" />
      <span className="profile-loading-line" />
    </div>
  );
}

export type Me =
  | { readonly state: "there"; readonly member: CurrentMember }
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown };

const loading: Me = { state: "loading" };

/**
 * Returns the own profile or the state of loading it; a profile that is not found is requested once
 * more after a second.
 */
export function useMe(): Me {
  const preloaded = usePageData("me");
  const [later, setLater] = useState<Me>(loading);
  const isThere = preloaded !== null;
  useEffect(() => {
    if (isThere) return;
    /** Requests the profile again. */
    const again = async () => {
      const member = await findJson<CurrentMember>("/api/profiles/me");
      setLater(member ? { state: "there", member } : { state: "failed", error: null });
    };
    const waiting = setTimeout(
      () => void again().catch((error: unknown) => setLater({ state: "failed", error })),
      profileRetryMs,
    );
    return () => clearTimeout(waiting);
  }, [isThere]);
  return preloaded ? { state: "there", member: preloaded } : later;
}
