/** The pages of administration. */
import { common } from "./common";
import { users } from "./users";

export const admin = { common, users };
