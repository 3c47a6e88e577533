/** The kinds of devices in words. A kind is any text of the owner of the device. */
import type { Catalogue } from "../../text";
import { named } from "../../text/named";

/** Returns the name of a kind in the person's language; a kind without one as it is written. */
export function kindName(kind: string, t: Catalogue): string {
  return named(t.devices.kinds, kind) ?? kind;
}
