//! The first start on an empty store.

use std::time::Duration;

use lockstep_store::{Actor, StoreError, Timestamp};
use lockstep_web::{ApiError, IdempotencyKey, Role, Tier};

use super::Accounts;
use crate::password::{FIRST_ADMIN, FIRST_ADMIN_EMAIL, Password};
use crate::secret::{Token, TokenKind};
use crate::store;
use crate::user::NewUser;

impl Accounts {
    /// Creates the first administrator on an empty store; returns `None` if accounts exist. The password is the given one, or
    /// a random one, which opens sign-ins for a day only: the administrator chooses another.
    ///
    /// # Errors
    /// A given password that the rules refuse.
    pub async fn first_start(&self, given: Option<String>) -> Result<Option<FirstAdmin>, ApiError> {
        let found: bool = self
            .state
            .db
            .read::<_, StoreError, _>("accounts.any", store::any)
            .await?;
        if found {
            return Ok(None);
        }
        let until = match given {
            Some(_) => None,
            None => Some(self.state.clock.now().plus(GENERATED_PASSWORD_TIME)),
        };
        let text = given.unwrap_or_else(|| {
            Token::generate(TokenKind::Access, &*self.state.entropy).reveal()[6..38].to_owned()
        });
        let password = Password::given(text.clone());
        let new = NewUser::new(
            FIRST_ADMIN,
            FIRST_ADMIN_EMAIL,
            Role::Admin,
            Tier::Enterprise,
        )?;
        let no_key = IdempotencyKey::default();
        self.create_until(Actor::system(), new, (password, until), no_key)
            .await?;
        Ok(Some(FirstAdmin {
            password: until.is_some().then_some(text),
        }))
    }
}

/// The administrator that the first start created.
pub struct FirstAdmin {
    /// The password, if the server generated it; print it once.
    pub password: Option<String>,
}

/// Whether a generated password with this end opens no sign-in at this time. Where the clock was days ahead at the first start
/// and was set right since, the end is far away: such a password must not last until then.
pub(super) fn has_ended(end: Timestamp, now: Timestamp) -> bool {
    end <= now || end > now.plus(GENERATED_PASSWORD_TIME * 2)
}

/// The time for which a generated password opens sign-ins.
const GENERATED_PASSWORD_TIME: Duration = Duration::from_hours(24);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_password_has_an_end_also_if_the_clock_was_ahead() {
        let start = Timestamp(1_780_272_000_000);
        let end = start.plus(GENERATED_PASSWORD_TIME);
        let hours = Duration::from_hours;
        for (now, expected) in [
            (start, false),
            (start.plus(hours(23)), false),
            (end, true),
            (end.plus(hours(1)), true),
            // The clock was a little ahead.
            (start.minus(hours(23)), false),
            (start.minus(hours(25)), true),
            (Timestamp(0), true),
        ] {
            assert_eq!(has_ended(end, now), expected, "{now}");
        }
    }
}
