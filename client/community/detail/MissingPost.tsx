/** Panel for a missing or removed post; goes home after a countdown unless the reader stays. */
import { useReplace } from "../../page/address.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { pathFor } from "../../language/paths.ts";
import { PageHead, PageStatus } from "../../page/PageHead.tsx";
import { usePage } from "../../page/PageContext.ts";
import { PageLink } from "../../page/PageLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import "./MissingPost.css";

const pauseSeconds = 10;

/**
 * Returns the seconds left of ten, and calls `onEnd` at the end; a background tab pauses the
 * countdown.
 */
function useCountdown(isOn: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(pauseSeconds);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isOn) return;
    /** Counts one second, unless the tab is in the background. */
    const tick = () => {
      if (document.visibilityState !== "hidden") setLeft((before) => Math.max(0, before - 1));
    };
    const ticking = setInterval(tick, 1000);
    return () => clearInterval(ticking);
  }, [isOn]);
  useEffect(() => {
    if (isOn && left === 0) end();
  }, [isOn, left]);
  return left;
}

/**
 * Renders a countdown that goes to the home page, with a button that stops it. Its number changes
 * each second, but screen readers announce only its start and its stop.
 */
function HomeCountdown() {
  const { language, t } = usePage();
  const go = useReplace();
  const [isGoing, setGoing] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  /** Stops the countdown and moves the focus. */
  const stay = () => {
    // The button disappears with the countdown, so the focus moves.
    box.current?.focus();
    setGoing(false);
  };
  const left = useCountdown(isGoing, () => go(pathFor("home", language)));
  return (
    <div ref={box} className="missing-post-going" tabIndex={-1}>
      <p className="visually-hidden" role="status">
        {isGoing ? t("postDetail.countdown", { count: pauseSeconds }) : t("postDetail.stayed")}
      </p>
      <p className="missing-post-countdown" aria-hidden="true">
        {isGoing ? t("postDetail.countdown", { count: left }) : t("postDetail.stayed")}
      </p>
      {isGoing && (
        <Button kind="quiet" onPress={stay}>
          {t("postDetail.stay")}
        </Button>
      )}
    </div>
  );
}

/**
 * Renders that a post does not exist (404) or was removed (410); leads to the home page after a
 * while unless the reader stays.
 */
export function MissingPost({ wasRemoved }: { readonly wasRemoved: boolean }) {
  const { t } = usePage();
  const title = t(wasRemoved ? "postDetail.removed" : "postDetail.notFound");
  const body = t(wasRemoved ? "postDetail.removedBody" : "postDetail.notFoundBody");
  return (
    <>
      <PageHead title={title} description={body} missing />
      <PageStatus code={wasRemoved ? 410 : 404} />
      <Panel title={title}>
        <p>{body}</p>
        <p className="panel-actions">
          <PageLink to="home" className="button">
            {t("postDetail.home")}
          </PageLink>
          <PageLink to="community" className="button button-quiet">
            {t("postDetail.community")}
          </PageLink>
        </p>
        <HomeCountdown />
      </Panel>
    </>
  );
}
