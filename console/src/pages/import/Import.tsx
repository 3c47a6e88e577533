import { Page } from "../../layout/Page";

export function Import() {
  return <Page title="Import">…</Page>;
}
