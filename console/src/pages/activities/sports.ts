/** Names and icons of sports. */
import type { Catalogue } from "../../text";
import type { IconName } from "../../ui/Icon";

/** Returns the name of a sport in the person's language. */
export function sportName(sport: string | null | undefined, t: Catalogue): string {
  const names: Readonly<Record<string, string>> = t.sports;
  return (sport && (names[sport] ?? sport.replaceAll("_", " "))) || t.sports.other;
}

/** Returns the name of an activity. Detected ones have none, and recordings are often named by their sport only. */
export function activityName(
  activity: { name: string; sport?: string | null; source: string },
  t: Catalogue,
): string {
  const isPlain = activity.source === "detected" || activity.name === activity.sport || activity.name === "";
  return isPlain ? sportName(activity.sport, t) : activity.name;
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
