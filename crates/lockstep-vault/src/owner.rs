//! The account whose keys and data an operation concerns, and the actor.

use lockstep_store::Actor;
use lockstep_store::id::UserId;
use lockstep_web::Caller;

/// The account that an operation concerns, and the actor; for a user's own request both are the user.
#[derive(Clone, Debug)]
pub struct Owner {
    /// The account that owns the keys and data.
    pub user: UserId,
    /// The actor of the operation, as audited.
    pub actor: Actor,
}

impl From<&Caller> for Owner {
    fn from(caller: &Caller) -> Self {
        Self {
            user: caller.user.clone(),
            actor: caller.actor(),
        }
    }
}
