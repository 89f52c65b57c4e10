/** Guide for in-app browsers, which Google refuses: how to open the page in a real browser. */
import { useState } from "react";
import { usePage } from "../../page/PageContext.ts";
import { useNotify } from "../../page/useNotify.ts";
import { Button } from "../../ui/Button.tsx";
import { type InAppBrowser, outsideAddress } from "./inAppBrowser.ts";

const names: Readonly<Record<InAppBrowser, string>> = {
  line: "LINE",
  instagram: "Instagram",
  facebook: "Facebook",
};

/** Renders how to open the login page in a browser: a link, or the address to copy. */
export function InAppGuide({ app }: { readonly app: InAppBrowser }) {
  const { t } = usePage();
  const { inform } = useNotify();
  const [address] = useState(() => location.href);
  const outside = outsideAddress(address, app);
  /** Copies the address and says so; without a clipboard the reader copies it from the page. */
  const copy = async () => {
    const { clipboard } = navigator;
    await clipboard?.writeText(address).then(
      () => inform(t("login.inApp.copied")),
      () => undefined,
    );
  };
  return (
    <div className="login-in-app" role="status">
      <p>
        <b>{t("login.inApp.title", { app: names[app] })}</b>
      </p>
      <p>{t("login.inApp.body")}</p>
      {outside && (
        <a className="button" href={outside} target="_self">
          {t("login.inApp.open")}
        </a>
      )}
      <label>
        {t("login.inApp.address")}
        {/* Selected at a touch, for browsers that let no page write to the clipboard. */}
        <input
          type="text"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <Button kind="quiet" onPress={copy}>
        {t("login.inApp.copy")}
      </Button>
    </div>
  );
}
