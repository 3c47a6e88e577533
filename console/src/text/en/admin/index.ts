/** The pages of administration. */
import { alerts } from "./alerts";
import { approvals } from "./approvals";
import { audit } from "./audit";
import { backups } from "./backups";
import { common } from "./common";
import { devices } from "./devices";
import { jobs } from "./jobs";
import { overview } from "./overview";
import { settings } from "./settings";
import { users } from "./users";

export const admin = {
  common,
  overview,
  users,
  audit,
  settings,
  alerts,
  approvals,
  backups,
  devices,
  jobs,
};
