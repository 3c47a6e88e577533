/** The account: profile, appearance, password, two-step sign-in, sessions, identities at providers, API keys, webhooks. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Page } from "../../layout/Page";
import { accountQuery } from "../../session";
import { useText } from "../../text";
import { Segmented } from "../../ui/Field";
import styles from "./Account.module.css";
import { ApiKeys } from "./ApiKeys";
import { Appearance } from "./Appearance";
import { Identities } from "./Identities";
import { Password } from "./Password";
import { Profile } from "./Profile";
import { Sessions } from "./Sessions";
import { TwoStep } from "./TwoStep";
import { UnusualSignIns } from "./UnusualSignIns";
import { Webhooks } from "./webhooks/Webhooks";

const route = getRouteApi("/shell/account");
const TABS = ["profile", "security", "identities", "keys", "webhooks"] as const;

export function AccountPage() {
  const t = useText();
  const { data: account } = useSuspenseQuery(accountQuery);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const tab = TABS.find((one) => one === search.tab) ?? "profile";
  return (
    <Page title={t.account.title} description={`${account.username} · ${account.email}`}>
      <div>
        <Segmented
          label={t.account.views}
          value={tab}
          onChange={(value) => navigate({ search: value === "profile" ? {} : { tab: value }, replace: true })}
          options={TABS.map((value) => ({ value, label: t.account.tabs[value] }))}
        />
      </div>
      {tab === "identities" && <Identities />}
      {tab === "keys" && <ApiKeys />}
      {tab === "webhooks" && <Webhooks />}
      {(tab === "profile" || tab === "security") && (
        <div className={styles.columns}>
          <div className={styles.column}>
            {tab === "profile" ? (
              <Profile />
            ) : (
              <>
                <Sessions />
                <UnusualSignIns />
              </>
            )}
          </div>
          <div className={styles.column}>
            {tab === "profile" ? (
              <Appearance />
            ) : (
              <>
                <Password />
                <TwoStep />
              </>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}
