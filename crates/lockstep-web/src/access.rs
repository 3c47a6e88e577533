//! Roles, tiers and the one table of permissions.

use serde::{Deserialize, Serialize};

/// The role of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Uses its own resources.
    User,
    /// Also reads administration data.
    Auditor,
    /// Has every administration permission.
    Admin,
}

/// The tier of an account, which sets its request limits and storage quotas.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// The tier of new accounts.
    Standard,
    /// By default, ten times the requests of `Standard` to the fitness and the administration API.
    Premium,
    /// Limits as agreed with the operator.
    Enterprise,
}

/// The permission that a route needs; every route names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Reads the caller's own data.
    ReadOwn,
    /// Changes the caller's own data.
    WriteOwn,
    /// Makes the platform report the caller's events of every area elsewhere: a key with scopes does not have it.
    ReportOwn,
    /// Reads where the platform reports events, and what it reported: a key with scopes does not have it either.
    ReadReports,
    /// Carries a credential over to a socket; a key's scopes are kept and do not hinder it.
    Connect,
    /// Reads the caller's jobs. The handler checks the scope of the area that started the job.
    ReadJob,
    /// Cancels the caller's jobs. The handler checks the scope of the area that started the job.
    CancelJob,
    /// Reads administration data.
    ReadAdministration,
    /// Reads the jobs, devices and backups of the whole installation.
    ReadInstallation,
    /// Changes administration data.
    Administer,
}

/// A row of the permission matrix.
struct PermissionRow {
    permission: Permission,
    /// The name in documents.
    name: &'static str,
    /// Whether it changes data.
    writes: bool,
    /// The roles that have it.
    roles: &'static [Role],
}

/// The permission matrix.
const MATRIX: &[PermissionRow] = &[
    PermissionRow {
        permission: Permission::ReadOwn,
        name: "own:read",
        writes: false,
        roles: &[Role::User, Role::Auditor, Role::Admin],
    },
    PermissionRow {
        permission: Permission::WriteOwn,
        name: "own:write",
        writes: true,
        roles: &[Role::User, Role::Auditor, Role::Admin],
    },
    PermissionRow {
        permission: Permission::ReportOwn,
        name: "own:report",
        writes: true,
        roles: &[Role::User, Role::Auditor, Role::Admin],
    },
    PermissionRow {
        permission: Permission::ReadReports,
        name: "own:report",
        writes: false,
        roles: &[Role::User, Role::Auditor, Role::Admin],
    },
    PermissionRow {
        permission: Permission::Connect,
        name: "own:connect",
        writes: true,
        roles: &[Role::User, Role::Auditor, Role::Admin],
    },
    PermissionRow {
        permission: Permission::ReadJob,
        name: "own:read",
        writes: false,
        roles: &[Role::User, Role::Auditor, Role::Admin],
    },
    PermissionRow {
        permission: Permission::CancelJob,
        name: "own:write",
        writes: true,
        roles: &[Role::User, Role::Auditor, Role::Admin],
    },
    PermissionRow {
        permission: Permission::ReadAdministration,
        name: "administration:read",
        writes: false,
        roles: &[Role::Auditor, Role::Admin],
    },
    PermissionRow {
        permission: Permission::ReadInstallation,
        name: "installation:read",
        writes: false,
        roles: &[Role::Admin],
    },
    PermissionRow {
        permission: Permission::Administer,
        name: "administration:write",
        writes: true,
        roles: &[Role::Admin],
    },
];

impl Permission {
    fn row(self) -> &'static PermissionRow {
        MATRIX
            .iter()
            .find(|row| row.permission == self)
            .expect("each has its row")
    }

    /// Finds a permission by its name in documents. The permissions of jobs share the names of those of the account's
    /// other data and are not found; neither is that to read reports.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let row = MATRIX.iter().find(|row| row.name == name);
        row.map(|row| row.permission)
    }

    /// Returns the permission's name in documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Whether it changes data: decides between a key's `:read` and `:write`.
    #[must_use]
    pub(crate) fn writes(self) -> bool {
        self.row().writes
    }

    /// Whether a key needs the scope of the route's area for this permission.
    #[must_use]
    pub(crate) fn is_narrowed(self) -> bool {
        !matches!(self, Self::Connect | Self::ReadJob | Self::CancelJob)
    }

    /// Whether only a credential without scopes has this permission.
    #[must_use]
    pub(crate) fn needs_every_area(self) -> bool {
        matches!(self, Self::ReportOwn | Self::ReadReports)
    }

    /// Whether the role has this permission.
    #[must_use]
    pub fn granted_to(self, role: Role) -> bool {
        self.row().roles.contains(&role)
    }
}

macro_rules! written {
    ($type:ident { $($variant:ident $text:literal),* }) => {
        impl $type {
            /// Returns the text form.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                match text {
                    $($text => Ok(Self::$variant),)*
                    _ => Err(format!("must be one of {}", [$($text),*].join(", "))),
                }
            }
        }
    };
}

written!(Role { User "user", Auditor "auditor", Admin "admin" });
written!(Tier { Standard "standard", Premium "premium", Enterprise "enterprise" });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrix() {
        use Permission::{
            Administer, CancelJob, Connect, ReadAdministration, ReadInstallation, ReadJob, ReadOwn,
            ReadReports, ReportOwn, WriteOwn,
        };
        let own = [
            ReadOwn,
            WriteOwn,
            ReportOwn,
            ReadReports,
            Connect,
            ReadJob,
            CancelJob,
        ];
        let administration = [ReadAdministration, ReadInstallation, Administer];
        for (role, others) in [
            (Role::User, &administration[..0]),
            (Role::Auditor, &administration[..1]),
            (Role::Admin, &administration),
        ] {
            let allowed = [&own, others].concat();
            for permission in [own.as_slice(), &administration].concat() {
                assert_eq!(
                    permission.granted_to(role),
                    allowed.contains(&permission),
                    "{role:?} {permission:?}"
                );
            }
            assert_eq!(role.as_str().parse(), Ok(role));
        }
    }
}
