/** Names and icons of sports. */
import type { Formats } from "../../format";
import type { Catalogue } from "../../text";
import { named } from "../../text/named";
import type { IconName } from "../../ui/Icon";

/** Returns the name of a sport in the person's language. */
export function sportName(sport: string | null | undefined, t: Catalogue): string {
  return (sport && (named(t.sports, sport) ?? sport.replaceAll("_", " "))) || t.sports.other;
}

interface Named {
  name: string;
  sport?: string | null;
  source: string;
}

/** The name that the server gives an activity whose file has none. */
const NAMELESS = "activity";

/** Whether somebody named an activity. Detected ones have no name, and many recordings only that of their sport. */
export function hasName({ name, sport, source }: Named): boolean {
  return source !== "detected" && name !== sport && name !== "" && name !== NAMELESS;
}

/** Returns the name of an activity, or its sport. */
export function activityName(activity: Named, t: Catalogue): string {
  return hasName(activity) ? activity.name : sportName(activity.sport, t);
}

/** Returns the heading of an activity: its name, or its sport and the day of its start, where the person is. */
export function activityTitle(
  activity: Named & { start: string },
  t: Catalogue,
  format: Pick<Formats, "day">,
): string {
  return hasName(activity) ? activity.name : `${sportName(activity.sport, t)}, ${format.day(activity.start)}`;
}

const ON_FOOT: ReadonlySet<string> = new Set(["running", "walking", "hiking", "trail_running"]);

/** Whether people read the speed of a sport as a pace. */
export function isOnFoot(sport: string | null | undefined): boolean {
  return ON_FOOT.has(sport ?? "");
}

export function sportIcon(sport: string | null | undefined): IconName {
  switch (sport) {
    case "cycling":
      return "bike";
    case "running":
    case "walking":
    case "hiking":
      return "run";
    default:
      return "activity";
  }
}

/** The sports that can be chosen, by the names of the API. */
export const SPORTS = ["cycling", "running", "walking", "hiking", "swimming", "rowing"] as const;
