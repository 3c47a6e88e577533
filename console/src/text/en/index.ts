/** English. The types of every other language come from here. */
import { account } from "./account";
import { activities } from "./activities";
import { admin } from "./admin";
import { agents } from "./agents";
import { calendar } from "./calendar";
import { datasets } from "./datasets";
import { devices } from "./devices";
import { erasure } from "./erasure";
import { explore } from "./explore";
import { imports } from "./imports";
import { keys } from "./keys";
import { market } from "./market";
import { privacy } from "./privacy";
import { prove } from "./prove";
import { refusals } from "./refusals";
import { shared } from "./shared";
import { today } from "./today";
import { verify } from "./verify";
import { webhooks } from "./webhooks";
import { welcome } from "./welcome";
import { workflow } from "./workflow";

export const en = {
  ...shared,
  refusals,
  today,
  activities,
  explore,
  imports,
  privacy,
  erasure,
  account,
  devices,
  market,
  datasets,
  agents,
  prove,
  verify,
  keys,
  calendar,
  webhooks,
  welcome,
  workflow,
  admin,
};
