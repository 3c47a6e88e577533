//! The migrations of `keys.db`.

use lockstep_store::Migration;

/// The migrations in their order.
pub(super) const MIGRATIONS: &[Migration] = &[
    Migration {
        capability: "keys",
        n: 1,
        sql: include_str!("../../migrations/keys_0001.sql"),
    },
    Migration {
        capability: "keys",
        n: 2,
        sql: include_str!("../../migrations/keys_0002.sql"),
    },
    Migration {
        capability: "keys",
        n: 3,
        sql: include_str!("../../migrations/keys_0003.sql"),
    },
    Migration {
        capability: "keys",
        n: 4,
        sql: include_str!("../../migrations/keys_0004.sql"),
    },
    Migration {
        capability: "keys",
        n: 5,
        sql: include_str!("../../migrations/keys_0005.sql"),
    },
];
