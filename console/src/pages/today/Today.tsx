import { Page } from "../../layout/Page";

export function Today() {
  return <Page title="Today">…</Page>;
}
