import { Page } from "../../layout/Page";

export function ActivityPage() {
  return <Page title="ActivityPage">…</Page>;
}
