//! Who acts on whose keys and data.

use lockstep_store::Actor;
use lockstep_store::id::UserId;
use lockstep_web::Caller;

/// Who acts on whose keys and data; of a caller, the caller on their own.
#[derive(Clone)]
pub struct Owner {
    /// Whose they are.
    pub user: UserId,
    /// Who acts.
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
