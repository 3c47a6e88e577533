/** The columns of the list of accounts. */
import type { Formats } from "../../../format";
import type { Catalogue } from "../../../text";
import { Badge } from "../../../ui/Card";
import type { Column } from "../../../ui/Table";
import styles from "../Admin.module.css";
import type { User } from "./user";

const TONES = { active: "good", suspended: "warn", deleted: "neutral" } as const;
const ROLE_TONES = { user: "neutral", auditor: "info", admin: "accent" } as const;

export function columns(t: Catalogue, format: Formats, open: (user: User) => void): Column<User>[] {
  const texts = t.admin.users;
  return [
    {
      key: "name",
      header: texts.account,
      cell: (user) => (
        <>
          <button type="button" className={styles.row} onClick={() => open(user)}>
            {user.username || user.id}
          </button>
          <span className={styles.second}>{user.email}</span>
        </>
      ),
    },
    {
      key: "status",
      header: texts.status,
      cell: (user) =>
        user.damagedFields && user.damagedFields.length > 0 ? (
          <Badge tone="bad">{texts.damaged}</Badge>
        ) : (
          <Badge tone={TONES[user.status]}>{texts.statuses[user.status]}</Badge>
        ),
    },
    {
      key: "role",
      header: texts.role,
      wide: true,
      cell: (user) => <Badge tone={ROLE_TONES[user.role]}>{texts.roles[user.role]}</Badge>,
    },
    { key: "tier", header: texts.tier, wide: true, cell: (user) => texts.tiers[user.tier] },
    {
      key: "totp",
      header: texts.totp,
      wide: true,
      cell: (user) => (user.totpEnabled ? texts.on : <span className="muted">{texts.off}</span>),
    },
    {
      key: "series",
      header: texts.series,
      numeric: true,
      wide: true,
      cell: (user) => format.number(user.datastreams),
    },
    {
      key: "active",
      header: texts.lastActive,
      numeric: true,
      wide: true,
      cell: (user) => (user.lastActive ? format.ago(user.lastActive) : texts.never),
    },
    {
      key: "created",
      header: texts.created,
      numeric: true,
      wide: true,
      cell: (user) => format.day(user.createdAt),
    },
  ];
}
