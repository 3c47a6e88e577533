/** The account: profile, appearance, password, two-step sign-in, sessions, API keys. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { Page } from "../../layout/Page";
import { accountQuery } from "../../session";
import { useText } from "../../text";
import styles from "./Account.module.css";
import { ApiKeys } from "./ApiKeys";
import { Appearance } from "./Appearance";
import { Password } from "./Password";
import { Profile } from "./Profile";
import { Sessions } from "./Sessions";
import { TwoStep } from "./TwoStep";

export function AccountPage() {
  const t = useText();
  const { data: account } = useSuspenseQuery(accountQuery);
  return (
    <Page title={t.account.title} description={`${account.username} · ${account.email}`}>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Profile />
          <Sessions />
          <ApiKeys />
        </div>
        <div className={styles.column}>
          <Appearance />
          <Password />
          <TwoStep />
        </div>
      </div>
    </Page>
  );
}
