import { Page } from "../../layout/Page";

export function Activities() {
  return <Page title="Activities">…</Page>;
}
