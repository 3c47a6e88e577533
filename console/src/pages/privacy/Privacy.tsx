import { Page } from "../../layout/Page";

export function Privacy() {
  return <Page title="Privacy">…</Page>;
}
