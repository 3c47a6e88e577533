import { Page } from "../../layout/Page";

export function Explore() {
  return <Page title="Explore">…</Page>;
}
