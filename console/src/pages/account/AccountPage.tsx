import { Page } from "../../layout/Page";

export function AccountPage() {
  return <Page title="AccountPage">…</Page>;
}
