/** The pages of administration. */
import { common } from "./common";
import { settings } from "./settings";
import { users } from "./users";

export const admin = { common, users, settings };
