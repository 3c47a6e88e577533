//! Several nodes on one PostgreSQL schema: one works, the others relay the connections of their clients to it and wait to take
//! over.
//!
//! - [`header`]: the authenticated header of a relayed connection.
//! - [`entrance`]: takes relayed connections on the node that works.
//! - [`relays`]: relays connections on a node that waits.
//! - [`hung`]: judges whether the node that works hangs.
//! - [`probe`]: asks the node that works what must be the same at all nodes.
//! - [`standby`]: the life of a node that waits, until it works or ends.
//! - [`succession`]: what a node does when it begins to work, and how it notices that another one has taken over.

pub(crate) mod entrance;
mod header;
mod hung;
pub(crate) mod probe;
mod relays;
pub(crate) mod standby;
pub(crate) mod succession;
